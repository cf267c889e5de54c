@array = global [4 x i32] zeroinitializer

define i32 @main() {
  %p = getelementptr inbounds i32, ptr @array, i64 5 ; origin
  %x = load i32, ptr %p ; UB
  ret i32 %x
}
