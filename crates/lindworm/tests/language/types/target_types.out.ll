; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = external global target("spirv.Image", void, 1, 1, 0, 0, 0, 0, 0)
@g = external global target("spirv.SampledImage", void, 1, 0)

declare target("aarch64.svcount") @f(target("spirv.Event"))

declare void @h(target("riscv.vector.tuple", <vscale x 8 x i8>, 2))

declare void @i(target("any.name", i32, ptr, 5))
