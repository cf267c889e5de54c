; Pointers that are computed from the argument may be used, also by what the function calls.
@kept = global ptr null

define void @deeper() {
  %p = load ptr, ptr @kept
  store i32 0, ptr %p
  ret void
}

define i32 @set(ptr noalias %a) {
  store i32 7, ptr %a
  store ptr %a, ptr @kept
  call void @deeper()
  %x = load i32, ptr %a
  ret i32 %x
}

define noundef i32 @main() {
  %x = alloca i32
  %r = call i32 @set(ptr %x)
  ret i32 %r
}
