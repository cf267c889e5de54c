declare ptr @malloc(i64)
declare void @free(ptr)

define i32 @main() {
  %p = call ptr @malloc(i64 4)
  %address = ptrtoint ptr %p to i64
  %q = inttoptr i64 %address to ptr, !nofree !0
  store i32 0, ptr %q
  ret i32 0
}

!0 = !{}
