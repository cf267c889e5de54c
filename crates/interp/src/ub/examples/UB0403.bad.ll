define i32 @zero() {
  ret i32 0
}

define i32 @main() {
  %slot = alloca ptr
  %f = load ptr, ptr %slot ; origin
  %x = call i32 %f() ; UB
  ret i32 %x
}
