@flag = global i32 0

define void @signal() nosync {
  store atomic i32 1, ptr @flag release, align 4 ; UB
  ret void
}

define i32 @main() {
  call void @signal()
  ret i32 0
}
