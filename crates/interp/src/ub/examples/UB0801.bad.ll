@x = global i32 0

declare void @free(ptr)

define i32 @main() {
  call void @free(ptr @x) ; UB
  ret i32 0
}
