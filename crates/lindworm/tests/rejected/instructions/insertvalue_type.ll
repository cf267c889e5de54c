; 4:32: insertvalue operand and field disagree in type: 'i8' instead of 'i32'
; insertvalue puts in what the type has there
define void @f({ i32 } %s) {
  %x = insertvalue { i32 } %s, i8 1, 0
  ret void
}
