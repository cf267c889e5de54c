; What it has not written is poison to it.
@x = global i32 1

define i32 @set() memory(write) {
  %v = load i32, ptr @x
  switch i32 %v, label %end [ i32 1, label %end ] ; UB0303
end:
  ret i32 0
}

define noundef i32 @main() {
  %v = call i32 @set()
  ret i32 %v
}
