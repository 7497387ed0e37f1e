"""Random modules, the laws they must obey, and the compilers that may break them."""
