declare ptr @malloc(i64)
declare void @_ZdlPv(ptr)

define i32 @main() {
  %p = call ptr @malloc(i64 8)
  call void @_ZdlPv(ptr %p) ; UB
  ret i32 0
}
