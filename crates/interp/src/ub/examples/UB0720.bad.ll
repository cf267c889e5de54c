declare i2 @llvm.experimental.cttz.elts.i2.v8i1(<8 x i1>, i1)

define i32 @main() {
  %n = call i2 @llvm.experimental.cttz.elts.i2.v8i1(<8 x i1> splat (i1 true), i1 false) ; UB
  %r = zext i2 %n to i32
  ret i32 %r
}
