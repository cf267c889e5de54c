; 4:3: instructions returning void cannot have a name
; An instruction without a result has no name
define void @f(ptr %p) {
  %x = store i32 0, ptr %p
  ret void
}
