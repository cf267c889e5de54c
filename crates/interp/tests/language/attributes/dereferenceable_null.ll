; `dereferenceable` does not allow null.
define void @ignore(ptr dereferenceable(1) %p) {
  ret void
}

define noundef i32 @main() {
  call void @ignore(ptr null) ; UB0507
  ret i32 0
}
