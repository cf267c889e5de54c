define i32 @zero() {
  ret i32 0
}

define i32 @main() {
  %f = getelementptr nuw i8, ptr @zero, i64 -1 ; origin
  %x = call i32 %f() ; UB
  ret i32 %x
}
