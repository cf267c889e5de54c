; Each run of an `alloca` gives another object.
define noundef i32 @main() {
  br label %loop
loop:
  %last = phi ptr [ null, %0 ], [ %x, %loop ]
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %x = alloca i32
  store i32 %i, ptr %x
  %same = icmp eq ptr %x, %last
  %next = add i32 %i, 1
  %enough = icmp eq i32 %next, 10
  %end = or i1 %same, %enough
  br i1 %end, label %out, label %loop
out:
  %v = load i32, ptr %last
  %w = sub i32 %v, 8
  %s = zext i1 %same to i32
  %r = or i32 %w, %s
  ret i32 %r
}
