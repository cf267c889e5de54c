; `unordered` and `monotonic` accesses do not synchronize.
@x = global i32 0

define i32 @get() nosync {
  %v = load atomic i32, ptr @x monotonic, align 4
  store atomic i32 %v, ptr @x unordered, align 4
  ret i32 %v
}

define noundef i32 @main() {
  %v = call i32 @get()
  ret i32 %v
}
