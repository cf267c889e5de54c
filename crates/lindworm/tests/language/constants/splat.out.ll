; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global <4 x i32> splat (i32 7)
@b = global <4 x i32> splat (i32 7)
@c = global <2 x float> splat (float 1.000000e+00)
@d = global <2 x i32> zeroinitializer
@e = global <2 x i1> splat (i1 true)
@f = global <2 x ptr> <ptr @a, ptr @a>

define <vscale x 4 x i32> @g() {
  ret <vscale x 4 x i32> splat (i32 3)
}

define <vscale x 2 x ptr> @h() {
  ret <vscale x 2 x ptr> shufflevector (<vscale x 2 x ptr> insertelement (<vscale x 2 x ptr> poison, ptr @a, i64 0), <vscale x 2 x ptr> poison, <vscale x 2 x i32> zeroinitializer)
}
