; An object that is gone has bounds still.
declare ptr @malloc(i64)
declare void @free(ptr)

define noundef i32 @main() {
  %p = call ptr @malloc(i64 16)
  call void @free(ptr %p)
  %q = getelementptr inbounds i8, ptr %p, i64 16
  %c = icmp eq ptr %p, %q
  %r = zext i1 %c to i32
  ret i32 %r
}
