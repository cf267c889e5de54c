; 6:24: expected distinct uselistorder indexes in range [0, size)
; A use-list order names every use once
define i32 @f(i32 %x) {
  %a = add i32 %x, %x
  ret i32 %a
  uselistorder i32 %x, { 0, 0 }
}
