%pair = type { i64, i64 }

define void @make(ptr sret(%pair) %p) {
  store i64 0, ptr %p
  ret void
}

define i32 @main() {
  %a = alloca i64
  call void @make(ptr sret(%pair) %a) ; UB
  ret i32 0
}
