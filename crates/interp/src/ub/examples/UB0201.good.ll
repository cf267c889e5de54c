define i32 @first(ptr %list) {
  %empty = icmp eq ptr %list, null
  br i1 %empty, label %none, label %some
some:
  %x = load i32, ptr %list
  ret i32 %x
none:
  ret i32 0
}

define i32 @main() {
  %x = call i32 @first(ptr null)
  ret i32 %x
}
