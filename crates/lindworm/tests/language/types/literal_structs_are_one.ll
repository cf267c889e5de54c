; Literal structs with the same fields are one type
define { i32, i8 } @f({ i32, i8 } %a) {
  %b = insertvalue { i32, i8 } %a, i32 1, 0
  ret { i32, i8 } %b
}
