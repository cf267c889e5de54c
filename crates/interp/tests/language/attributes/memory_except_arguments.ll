; `memory(readwrite, argmem: none)` allows everything but accesses through arguments.
@x = global i32 0

define i32 @get(ptr %p) memory(readwrite, argmem: none) {
  %v = load i32, ptr @x
  %w = load i32, ptr %p ; UB0520
  ret i32 %v
}

define noundef i32 @main() {
  %a = alloca i32
  store i32 0, ptr %a
  %v = call i32 @get(ptr %a)
  ret i32 %v
}
