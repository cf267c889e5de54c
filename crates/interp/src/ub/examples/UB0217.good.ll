@tables = constant { [2 x i32], [2 x i32] } zeroinitializer

define i32 @get(ptr %table, i64 %i) {
  %p = getelementptr i32, ptr %table, i64 %i
  %x = load i32, ptr %p
  ret i32 %x
}

define i32 @main() {
  %x = call i32 @get(ptr getelementptr inbounds inrange(0, 8) (i8, ptr @tables, i64 8), i64 1)
  ret i32 %x
}
