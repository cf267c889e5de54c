; Poison may be passed where nothing is promised.
define void @ignore(i32 %x) {
  ret void
}

define noundef i32 @main() {
  call void @ignore(i32 poison)
  ret i32 0
}
