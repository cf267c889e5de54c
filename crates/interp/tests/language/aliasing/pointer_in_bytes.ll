; A pointer that is copied byte by byte is the same pointer.
@a = global i32 0

define noundef i32 @main() {
  %from = alloca ptr
  %to = alloca ptr
  store ptr @a, ptr %from
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %f = getelementptr i8, ptr %from, i64 %i
  %t = getelementptr i8, ptr %to, i64 %i
  %byte = load i8, ptr %f
  store i8 %byte, ptr %t
  %next = add i64 %i, 1
  %end = icmp eq i64 %next, 8
  br i1 %end, label %out, label %loop
out:
  %p = load ptr, ptr %to
  %x = load i32, ptr %p
  ret i32 %x
}
