@callback = global ptr null

define i32 @zero() {
  ret i32 0
}

define i32 @main() {
  %f = load ptr, ptr @callback
  %x = call i32 %f() ; UB
  ret i32 %x
}
