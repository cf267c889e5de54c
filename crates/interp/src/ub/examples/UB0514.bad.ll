@constant = constant i32 0

define i32 @get(ptr writable dereferenceable(4) %p) {
  %x = load i32, ptr %p
  ret i32 %x
}

define i32 @main() {
  %x = call i32 @get(ptr @constant) ; UB
  ret i32 %x
}
