; A vector of one value over may be written as a splat
@a = global <4 x i32> splat (i32 7)
@b = global <4 x i32> <i32 7, i32 7, i32 7, i32 7>
@c = global <2 x float> splat (float 1.0)
@d = global <2 x i32> splat (i32 0)
@e = global <2 x i1> splat (i1 true)
@f = global <2 x ptr> <ptr @a, ptr @a>
define <vscale x 4 x i32> @g() {
  ret <vscale x 4 x i32> splat (i32 3)
}
define <vscale x 2 x ptr> @h() {
  ret <vscale x 2 x ptr> splat (ptr @a)
}
