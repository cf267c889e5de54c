; Null in the default address space is associated with no address.
define noundef i32 @main() {
  store i32 0, ptr null ; UB0201
  ret i32 0
}
