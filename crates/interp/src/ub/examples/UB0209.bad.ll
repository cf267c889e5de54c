define i32 @main() {
  %x = alloca i32
  store i32 0, ptr %x
  ; Other than `ptrtoint`, this does not give away the object.
  %address = ptrtoaddr ptr %x to i64
  %p = inttoptr i64 %address to ptr
  %y = load i32, ptr %p ; UB
  ret i32 %y
}
