; A pointer that is computed from a `readonly` argument is one, too, wherever it comes by.
@slot = global ptr null

define void @set(ptr readonly %a) {
  %p = getelementptr i8, ptr %a, i64 4
  store ptr %p, ptr @slot
  %q = load ptr, ptr @slot
  store i32 0, ptr %q ; UB0513
  ret void
}

define noundef i32 @main() {
  %x = alloca [2 x i32]
  call void @set(ptr %x)
  ret i32 0
}
