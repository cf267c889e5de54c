declare void @exit(i32)

define i32 @check(i1 %good) willreturn {
  br i1 %good, label %yes, label %no
yes:
  ret i32 0
no:
  call void @exit(i32 1) ; UB
  unreachable
}

define i32 @main() {
  %x = call i32 @check(i1 false)
  ret i32 %x
}
