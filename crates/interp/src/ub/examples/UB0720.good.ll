declare i8 @llvm.experimental.cttz.elts.i8.v8i1(<8 x i1>, i1)

define i32 @main() {
  %n = call i8 @llvm.experimental.cttz.elts.i8.v8i1(<8 x i1> splat (i1 true), i1 false)
  %r = zext i8 %n to i32
  ret i32 %r
}
