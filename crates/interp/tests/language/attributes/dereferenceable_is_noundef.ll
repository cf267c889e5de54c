; `dereferenceable` does not allow poison.
define void @ignore(ptr dereferenceable(1) %p) {
  ret void
}

define noundef i32 @main() {
  call void @ignore(ptr poison) ; UB0501
  ret i32 0
}
