; ModuleID = '<stdin>'
source_filename = "<stdin>"

@fixed = global <2 x ptr> splat (ptr null)
@other_space = global <2 x ptr addrspace(3)> splat (ptr addrspace(3) null)
@within = global { <2 x ptr>, [2 x <2 x ptr>] } { <2 x ptr> splat (ptr null), [2 x <2 x ptr>] [<2 x ptr> splat (ptr null), <2 x ptr> <ptr null, ptr @fixed>] }
@integers = global <2 x i32> zeroinitializer

define <vscale x 2 x ptr> @scalable() {
  ret <vscale x 2 x ptr> splat (ptr null)
}
