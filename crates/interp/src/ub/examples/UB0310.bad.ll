define void @wait() mustprogress {
  br label %loop
loop:
  br label %loop ; UB
}

define i32 @main() {
  call void @wait()
  ret i32 0
}
