"""The pyDatalog engine: pyDatalog 0.22, driven through its Python API."""
