; 4:17: failed to parse constraints
; An output is tied to one input
define i32 @f(i32 %x, i32 %y) {
  %a = call i32 asm "", "=r,0,0"(i32 %x, i32 %y)
  ret i32 %a
}
