; Without an alignment, the preferred one of the type comes out
define void @f() {
  %a = alloca i8
  %b = alloca i64
  %c = alloca { i8, i128 }
  %d = alloca <3 x float>
  %e = alloca x86_fp80
  %g = alloca i32, i32 1
  %h = alloca i32, i64 1
  ret void
}
