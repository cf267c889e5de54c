; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f() {
  %a = alloca i8, align 1
  %b = alloca i64, align 8
  %c = alloca { i8, i128 }, align 8
  %d = alloca <3 x float>, align 16
  %e = alloca x86_fp80, align 16
  %g = alloca i32, align 4
  %h = alloca i32, i64 1, align 4
  ret void
}
