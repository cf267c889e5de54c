%pair = type { i64, i64 }

define void @make(ptr sret(%pair) %p) {
  store i64 0, ptr %p
  ret void
}

define i32 @main() {
  %a = alloca %pair
  call void @make(ptr sret(%pair) %a)
  ret i32 0
}
