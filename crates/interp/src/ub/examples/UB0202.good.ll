@array = global [4 x i32] zeroinitializer

define i32 @main() {
  %p = getelementptr inbounds i32, ptr @array, i64 3
  %x = load i32, ptr %p
  ret i32 %x
}
