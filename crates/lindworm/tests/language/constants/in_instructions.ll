; Constant expressions as operands of instructions
@v = global [4 x i32] zeroinitializer
define i32 @f() {
  %x = load i32, ptr getelementptr inbounds ([4 x i32], ptr @v, i64 0, i64 2)
  %y = add i32 %x, ptrtoint (ptr @v to i32)
  ret i32 %y
}
