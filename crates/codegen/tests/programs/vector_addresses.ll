; Elements of vectors that `getelementptr` selects have no padding between them, unlike those of arrays.
@format = constant [20 x i8] c"%lld %lld %lld %lld\00"
@buffer = global [64 x i8] zeroinitializer
@constant = global ptr getelementptr (<2 x x86_fp80>, ptr @buffer, i64 1, i64 1)

declare i32 @printf(ptr, ...)

define i64 @distance(ptr %to) {
  %a = ptrtoint ptr @buffer to i64
  %b = ptrtoint ptr %to to i64
  %d = sub i64 %b, %a
  ret i64 %d
}

define i32 @main() {
  %one = freeze i64 1
  %floats = getelementptr <2 x x86_fp80>, ptr @buffer, i64 1, i64 %one
  %ints = getelementptr <2 x i24>, ptr @buffer, i64 0, i64 1
  %array = getelementptr [2 x i24], ptr @buffer, i64 0, i64 %one
  %folded = load ptr, ptr @constant
  %w = call i64 @distance(ptr %floats)
  %x = call i64 @distance(ptr %ints)
  %y = call i64 @distance(ptr %array)
  %z = call i64 @distance(ptr %folded)
  call i32 (ptr, ...) @printf(ptr @format, i64 %w, i64 %x, i64 %y, i64 %z)
  ret i32 0
}
