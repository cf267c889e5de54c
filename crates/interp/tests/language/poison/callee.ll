; What is called must not be poison.
define noundef i32 @main() {
  call void poison() ; UB0402
  ret i32 0
}
