define i32 @whole(double noundef nofpclass(nan inf) %x) {
  %r = call i32 @llvm.fptosi.sat.i32.f64(double %x)
  ret i32 %r
}

declare i32 @llvm.fptosi.sat.i32.f64(double)

define i32 @main() {
  %x = fdiv double 0.0, 0.0
  %r = call i32 @whole(double noundef %x) ; UB
  ret i32 %r
}
