; `fadd`, `fsub`, `fmul`, `fdiv` and conversions give the number that IEEE 754 says, to the bit.
define i32 @differ(double %x, i64 %bits) {
  %b = bitcast double %x to i64
  %wrong = icmp ne i64 %b, %bits
  %r = zext i1 %wrong to i32
  ret i32 %r
}

define noundef i32 @main() {
  %a = fadd double 0x3FB999999999999A, 0x3FC999999999999A
  %s = fsub double 0x3FD3333333333333, 0x3FB999999999999A
  %m = fmul double 0x3FB999999999999A, 3.0
  %d = fdiv double 1.0, 3.0
  %f = fptrunc double %d to float
  %g = fpext float %f to double
  %1 = call i32 @differ(double %a, i64 u0x3FD3333333333334)
  %2 = call i32 @differ(double %s, i64 u0x3FC9999999999999)
  %3 = call i32 @differ(double %m, i64 u0x3FD3333333333334)
  %4 = call i32 @differ(double %d, i64 u0x3FD5555555555555)
  %5 = call i32 @differ(double %g, i64 u0x3FD5555560000000)
  %6 = or i32 %1, %2
  %7 = or i32 %3, %4
  %8 = or i32 %6, %7
  %r = or i32 %8, %5
  ret i32 %r
}
