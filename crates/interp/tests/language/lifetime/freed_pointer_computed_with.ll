; Of an object that is gone, addresses may be computed, compared and made numbers.
declare ptr @malloc(i64)
declare void @free(ptr)

define noundef i32 @main() {
  %p = call ptr @malloc(i64 8)
  %before = ptrtoint ptr %p to i64
  call void @free(ptr %p)
  %q = getelementptr inbounds i8, ptr %p, i64 4
  %after = ptrtoint ptr %p to i64
  %moved = sub i64 %after, %before
  %same = icmp eq ptr %p, %q
  %s = zext i1 %same to i64
  %wrong = or i64 %moved, %s
  %r = trunc i64 %wrong to i32
  ret i32 %r
}
