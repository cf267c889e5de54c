; The difference of addresses of one variable is a number, in any order of additions and subtractions.
@format = constant [9 x i8] c"%ld %ld\0A\00"
@data = internal global [8 x i64] zeroinitializer
@distance = global i64 add (i64 sub (i64 0, i64 ptrtoint (ptr @data to i64)), i64 ptrtoint (ptr getelementptr inbounds nuw (i8, ptr @data, i64 24) to i64))
declare i32 @printf(ptr, ...)

define i32 @main() {
  %slot = alloca i64
  store i64 add (i64 sub (i64 5, i64 ptrtoint (ptr @data to i64)), i64 ptrtoint (ptr getelementptr inbounds nuw (i8, ptr @data, i64 40) to i64)), ptr %slot
  %a = load i64, ptr %slot
  %b = load i64, ptr @distance
  call i32 (ptr, ...) @printf(ptr @format, i64 %a, i64 %b)
  store i64 sub (i64 add (i64 ptrtoint (ptr @data to i64), i64 8), i64 add (i64 sub (i64 ptrtoint (ptr @data to i64), i64 ptrtoint (ptr @distance to i64)), i64 ptrtoint (ptr @distance to i64))), ptr %slot
  %c = load i64, ptr %slot
  call i32 (ptr, ...) @printf(ptr @format, i64 %c, i64 0)
  ret i32 0
}
