declare <4 x i32> @llvm.experimental.vp.splice.v4i32(<4 x i32>, <4 x i32>, i32, <4 x i1>, i32, i32)

define i32 @splice(i32 %length) {
  %v = call <4 x i32> @llvm.experimental.vp.splice.v4i32(<4 x i32> zeroinitializer, <4 x i32> zeroinitializer, i32 2, <4 x i1> splat (i1 true), i32 %length, i32 4)
  %x = extractelement <4 x i32> %v, i32 0
  ret i32 %x
}

define i32 @main() {
  %x = call i32 @splice(i32 3)
  ret i32 %x
}
