@a = global i32 0
@b = global i32 0

define i32 @main() {
  %from = ptrtoint ptr @b to i64
  %to = ptrtoint ptr @b to i64
  %distance = sub i64 %to, %from
  %p = getelementptr i8, ptr @b, i64 %distance
  store i32 1, ptr %p
  ret i32 0
}
