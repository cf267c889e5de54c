; 4:23: invalid extractelement operands
; extractelement is from a vector
define void @f(i32 %s) {
  %x = extractelement i32 %s, i32 0
  ret void
}
