; A load of a part of what poison was stored to gives poison.
@g = global i32 0

define noundef i32 @main() {
  %p = sub nuw i32 0, 1
  store i32 %p, ptr @g
  %q = load i16, ptr @g
  %c = icmp eq i16 %q, 0
  br i1 %c, label %end, label %end ; UB0301
end:
  ret i32 0
}
