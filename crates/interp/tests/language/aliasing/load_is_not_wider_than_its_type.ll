; A load of an `i24` reads three bytes at most.
@x = global [3 x i8] zeroinitializer, align 4

define noundef i32 @main() {
  %n = load i24, ptr @x, align 4
  %r = zext i24 %n to i32
  ret i32 %r
}
