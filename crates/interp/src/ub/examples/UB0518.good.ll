%pair = type { i64, i64 }

define i64 @first(ptr byref(%pair) %p) {
  %x = load i64, ptr %p
  ret i64 %x
}

define i32 @main() {
  %a = alloca %pair
  store i64 0, ptr %a
  %x = call i64 @first(ptr byref(%pair) %a)
  %r = trunc i64 %x to i32
  ret i32 %r
}
