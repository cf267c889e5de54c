; Nothing but null is in the bounds of null.
define noundef i32 @main() {
  %p = getelementptr inbounds i8, ptr null, i64 1
  %c = icmp eq ptr %p, null
  br i1 %c, label %end, label %end ; UB0301
end:
  ret i32 0
}
