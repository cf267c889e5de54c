; A `memory(none)` function may use its own stack and read constants.
@table = constant [2 x i32] [i32 5, i32 0]

define i32 @get(i64 %i) memory(none) {
  %slot = alloca i64
  store i64 %i, ptr %slot
  %j = load i64, ptr %slot
  %p = getelementptr i32, ptr @table, i64 %j
  %v = load i32, ptr %p
  ret i32 %v
}

define noundef i32 @main() {
  %v = call i32 @get(i64 1)
  ret i32 %v
}
