; 4:20: element count must have integer type
; alloca counts in integers
define void @f(float %x) {
  %a = alloca i32, float %x
  ret void
}
