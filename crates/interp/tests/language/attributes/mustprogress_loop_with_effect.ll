; A loop that can be observed may run as long as it likes; this one ends by what it calls.
declare void @exit(i32)

@n = global i32 0

define void @wait() mustprogress {
  br label %loop
loop:
  %v = load volatile i32, ptr @n
  %w = add i32 %v, 1
  store volatile i32 %w, ptr @n
  %end = icmp eq i32 %w, 100
  br i1 %end, label %out, label %loop
out:
  call void @exit(i32 0)
  unreachable
}

define noundef i32 @main() {
  call void @wait()
  ret i32 1
}
