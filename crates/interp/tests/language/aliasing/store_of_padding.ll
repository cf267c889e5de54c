; The padding of a structure that is stored is undefined.
%padded = type { i8, i32 }
@x = global [8 x i8] zeroinitializer, align 4

define noundef i32 @main() {
  store %padded { i8 1, i32 2 }, ptr @x
  %p = load i8, ptr getelementptr (i8, ptr @x, i64 1)
  switch i8 %p, label %end [ i8 0, label %end ] ; UB0304
end:
  ret i32 0
}
