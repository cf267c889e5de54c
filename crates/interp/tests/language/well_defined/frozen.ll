; What `freeze` gives is well defined, whatever it is given.
define void @take(i32 noundef %x) {
  ret void
}

define noundef i32 @main() {
  %x = freeze i32 poison
  call void @take(i32 noundef %x)
  ret i32 0
}
