; Null for `nonnull` is poison; alone it is no undefined behaviour.
define void @ignore(ptr nonnull %p) {
  ret void
}

define noundef i32 @main() {
  call void @ignore(ptr null)
  ret i32 0
}
