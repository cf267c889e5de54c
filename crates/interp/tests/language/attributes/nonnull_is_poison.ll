; What was null for `nonnull` is poison to the function.
define i32 @look(ptr nonnull %p) {
  %c = icmp eq ptr %p, null
  br i1 %c, label %end, label %end ; UB0301
end:
  ret i32 0
}

define noundef i32 @main() {
  %r = call i32 @look(ptr null)
  ret i32 %r
}
