@flag = global i32 0

define void @signal() nosync {
  store atomic i32 1, ptr @flag monotonic, align 4
  ret void
}

define i32 @main() {
  call void @signal()
  ret i32 0
}
