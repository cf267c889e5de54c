; A vector of null pointers is a splat in the text of LLVM 23.
@fixed = global <2 x ptr> zeroinitializer
@other_space = global <2 x ptr addrspace(3)> zeroinitializer
@within = global { <2 x ptr>, [2 x <2 x ptr>] } { <2 x ptr> zeroinitializer, [2 x <2 x ptr>] [<2 x ptr> zeroinitializer, <2 x ptr> <ptr null, ptr @fixed>] }
@integers = global <2 x i32> zeroinitializer
define <vscale x 2 x ptr> @scalable() {
  ret <vscale x 2 x ptr> zeroinitializer
}
