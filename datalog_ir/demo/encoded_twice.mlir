// One parameter of a model, encoded for the device twice and kept in two globals: the shape of IREE pull
// request 21921.  The size of each encoded copy is kept beside it.
#target = #hal.executable.target<"rocm", "rocm-hsaco-fb", {abi = "hip"}>
#device = #hal.device.target<"hip", [#target]> : !hal.device
#encoding = #iree_encoding.testing<>
module @encoded_twice {
  util.global private @device = #device
  util.global private @weight : !stream.resource<constant>
  util.global private @weight_size : index
  util.global private @encoded_a : !stream.resource<constant>
  util.global private @encoded_a_size : index
  util.global private @encoded_b : !stream.resource<constant>
  util.global private @encoded_b_size : index
  util.initializer {
    %weight = stream.tensor.constant on(#hal.device.affinity<@device>) : tensor<4096x4096xf8E4M3FNUZ> in !stream.resource<constant> = #stream.parameter.named<"model"::"attention.query.weight"> : tensor<4096x4096xf8E4M3FNUZ>
    %size = stream.resource.size %weight : !stream.resource<constant>
    util.global.store %weight, @weight : !stream.resource<constant>
    util.global.store %size, @weight_size : index
    %size_a = util.global.load @weight_size : index
    %weight_a = util.global.load @weight : !stream.resource<constant>
    %0 = stream.async.transfer %weight_a : !stream.resource<constant>{%size_a} from(#hal.device.affinity<@device>) -> to(#hal.device.affinity<@device>) !stream.resource<*>{%size_a}
    %1 = stream.tensor.sizeof on(#hal.device.affinity<@device>) tensor<4096x4096xf8E4M3FNUZ, #encoding> : index
    %2 = stream.tensor.encode on(#hal.device.affinity<@device>) %0 : tensor<4096x4096xf8E4M3FNUZ> in !stream.resource<*>{%size_a} -> tensor<4096x4096xf8E4M3FNUZ, #encoding> in !stream.resource<*>{%1}
    %3 = stream.async.transfer %2 : !stream.resource<*>{%1} from(#hal.device.affinity<@device>) -> to(#hal.device.affinity<@device>) !stream.resource<constant>{%1}
    util.global.store %3, @encoded_a : !stream.resource<constant>
    util.global.store %1, @encoded_a_size : index
    %size_b = util.global.load @weight_size : index
    %weight_b = util.global.load @weight : !stream.resource<constant>
    %4 = stream.async.transfer %weight_b : !stream.resource<constant>{%size_b} from(#hal.device.affinity<@device>) -> to(#hal.device.affinity<@device>) !stream.resource<*>{%size_b}
    %5 = stream.tensor.sizeof on(#hal.device.affinity<@device>) tensor<4096x4096xf8E4M3FNUZ, #encoding> : index
    %6 = stream.tensor.encode on(#hal.device.affinity<@device>) %4 : tensor<4096x4096xf8E4M3FNUZ> in !stream.resource<*>{%size_b} -> tensor<4096x4096xf8E4M3FNUZ, #encoding> in !stream.resource<*>{%5}
    %7 = stream.async.transfer %6 : !stream.resource<*>{%5} from(#hal.device.affinity<@device>) -> to(#hal.device.affinity<@device>) !stream.resource<constant>{%5}
    util.global.store %7, @encoded_b : !stream.resource<constant>
    util.global.store %5, @encoded_b_size : index
    util.return
  }
  util.func public @prefill() -> (!stream.resource<constant>, index) {
    %encoded = util.global.load @encoded_a : !stream.resource<constant>
    %size = util.global.load @encoded_a_size : index
    util.return %encoded, %size : !stream.resource<constant>, index
  }
  util.func public @decode() -> (!stream.resource<constant>, index) {
    %encoded = util.global.load @encoded_b : !stream.resource<constant>
    %size = util.global.load @encoded_b_size : index
    util.return %encoded, %size : !stream.resource<constant>, index
  }
}
