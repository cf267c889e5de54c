; 4:23: void type only allowed for function results
; va_arg is of a first class type
define void @f(ptr %p) {
  %x = va_arg ptr %p, void
  ret void
}
