; The caller's memory must be there to be copied.
define void @ignore(ptr byval(i32) %a) {
  ret void
}

define noundef i32 @main() {
  call void @ignore(ptr byval(i32) null) ; UB0201
  ret i32 0
}
