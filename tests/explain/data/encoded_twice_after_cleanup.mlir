#encoding = #iree_encoding.testing<>
#executable_target_rocm_hsaco_fb = #hal.executable.target<"rocm", "rocm-hsaco-fb", {abi = "hip"}>
#device_target_hip = #hal.device.target<"hip", [#executable_target_rocm_hsaco_fb]> : !hal.device
module @encoded_twice {
  util.global private @device = #device_target_hip
  util.global private @encoded_a : !stream.resource<constant>
  util.global private @encoded_a_size : index
  util.global private @encoded_b : !stream.resource<constant>
  util.initializer {
    %cst = stream.tensor.constant on(#hal.device.affinity<@device>) : tensor<4096x4096xf8E4M3FNUZ> in !stream.resource<constant> = #stream.parameter.named<"model"::"attention.query.weight"> : tensor<4096x4096xf8E4M3FNUZ>
    %0 = stream.resource.size %cst : !stream.resource<constant>
    %1 = stream.async.clone on(#hal.device.affinity<@device>) %cst : !stream.resource<constant>{%0} -> !stream.resource<*>{%0}
    %2 = stream.tensor.sizeof on(#hal.device.affinity<@device>) tensor<4096x4096xf8E4M3FNUZ, #encoding> : index
    %3 = stream.tensor.encode on(#hal.device.affinity<@device>) %1 : tensor<4096x4096xf8E4M3FNUZ> in !stream.resource<*>{%0} -> tensor<4096x4096xf8E4M3FNUZ, #encoding> in !stream.resource<*>{%2}
    %4 = stream.async.clone on(#hal.device.affinity<@device>) %3 : !stream.resource<*>{%2} -> !stream.resource<constant>{%2}
    %5 = stream.async.clone on(#hal.device.affinity<@device>) %cst : !stream.resource<constant>{%0} -> !stream.resource<*>{%0}
    %6 = stream.tensor.encode on(#hal.device.affinity<@device>) %5 : tensor<4096x4096xf8E4M3FNUZ> in !stream.resource<*>{%0} -> tensor<4096x4096xf8E4M3FNUZ, #encoding> in !stream.resource<*>{%2}
    %7 = stream.async.clone on(#hal.device.affinity<@device>) %6 : !stream.resource<*>{%2} -> !stream.resource<constant>{%2}
    util.global.store %4, @encoded_a : !stream.resource<constant>
    util.global.store %2, @encoded_a_size : index
    util.global.store %7, @encoded_b : !stream.resource<constant>
    util.return
  }
  util.func public @prefill() -> (!stream.resource<constant>, index) {
    %encoded_a = util.global.load immutable @encoded_a : !stream.resource<constant>
    %encoded_a_size = util.global.load immutable @encoded_a_size : index
    util.return %encoded_a, %encoded_a_size : !stream.resource<constant>, index
  }
  util.func public @decode() -> (!stream.resource<constant>, index) {
    %encoded_b = util.global.load immutable @encoded_b : !stream.resource<constant>
    %encoded_a_size = util.global.load immutable @encoded_a_size : index
    util.return %encoded_b, %encoded_a_size : !stream.resource<constant>, index
  }
}

