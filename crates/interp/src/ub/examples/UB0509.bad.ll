define i32 @move(ptr noalias %to, ptr noalias %from) {
  %x = load i32, ptr %from
  store i32 %x, ptr %to ; UB
  ret i32 %x
}

define i32 @main() {
  %a = alloca [2 x i32]
  store [2 x i32] zeroinitializer, ptr %a
  %b = getelementptr i32, ptr %a, i64 0
  %x = call i32 @move(ptr %a, ptr %b)
  ret i32 %x
}
