; An object is accessed only through pointers based on its allocation, even where another pointer has its address.
define noundef i32 @main() {
  %a = alloca i32
  %b = alloca i32
  %a.address = ptrtoint ptr %a to i64
  %b.address = ptrtoint ptr %b to i64
  %distance = sub i64 %b.address, %a.address
  %p = getelementptr i8, ptr %a, i64 %distance
  store i32 1, ptr %p ; UB0210
  ret i32 0
}
