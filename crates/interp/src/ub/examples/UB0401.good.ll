@callback = global ptr null

define i32 @zero() {
  ret i32 0
}

define i32 @main() {
  store ptr @zero, ptr @callback
  %f = load ptr, ptr @callback
  %x = call i32 %f()
  ret i32 %x
}
