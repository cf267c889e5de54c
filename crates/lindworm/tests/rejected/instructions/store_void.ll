; 4:9: void type only allowed for function results
; store is of a value
define void @f(ptr %x) {
  store void undef, ptr %x
  ret void
}
