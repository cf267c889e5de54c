@target = global i32 0

define i32 @main() {
  %slot = alloca ptr
  %p = load ptr, ptr %slot ; origin
  store i32 1, ptr %p ; UB
  ret i32 0
}
