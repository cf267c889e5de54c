; A scalar operand stands for a vector of it.
@array = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]

declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, <4 x i1>, <4 x i32>)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)

define noundef i32 @main() {
  %p = getelementptr i32, ptr @array, <4 x i64> <i64 3, i64 0, i64 0, i64 1>
  %v = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %p, <4 x i1> splat (i1 true), <4 x i32> poison)
  %s = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
  %r = sub i32 %s, 8
  ret i32 %r
}
