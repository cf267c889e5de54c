define i32 @get(ptr noundef align 8 %p) {
  %x = load i32, ptr %p, align 8
  ret i32 %x
}

define i32 @main() {
  %a = alloca [2 x i32], align 8
  store [2 x i32] zeroinitializer, ptr %a
  %x = call i32 @get(ptr noundef %a)
  ret i32 %x
}
