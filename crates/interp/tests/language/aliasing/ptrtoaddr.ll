; `ptrtoaddr` gives the same number as `ptrtoint`, and keeps the object to itself.
define noundef i32 @main() {
  %a = alloca i32
  %n = ptrtoaddr ptr %a to i64
  %p = inttoptr i64 %n to ptr
  store i32 0, ptr %p ; UB0209
  ret i32 0
}
