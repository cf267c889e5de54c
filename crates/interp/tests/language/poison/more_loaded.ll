; A load of more than what poison was stored to gives poison.
@g = global [2 x i32] zeroinitializer, align 8

define noundef i32 @main() {
  %p = sub nuw i32 0, 1
  store i32 %p, ptr @g
  %q = load i64, ptr @g
  %c = icmp eq i64 %q, 0
  br i1 %c, label %end, label %end ; UB0301
end:
  ret i32 0
}
