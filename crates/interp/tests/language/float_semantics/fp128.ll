; `fp128` has 113 bits.
define noundef i32 @main() {
  %large = uitofp i128 u0x20000000000000000000000000000 to fp128
  %a = fadd fp128 %large, 0xL00000000000000003FFF000000000000
  %n = fptoui fp128 %a to i128
  %rest = sub i128 %n, u0x20000000000000000000000000000
  ; The sum lies between two numbers, and the even one is the first.
  %r = trunc i128 %rest to i32
  ret i32 %r
}
