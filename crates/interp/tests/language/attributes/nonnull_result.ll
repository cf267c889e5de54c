; The same holds for results.
define nonnull ptr @none() {
  ret ptr null
}

define noundef i32 @main() {
  %p = call ptr @none()
  %c = icmp eq ptr %p, null
  br i1 %c, label %end, label %end ; UB0301
end:
  ret i32 0
}
