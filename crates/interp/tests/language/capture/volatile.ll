; A volatile access captures the address.
define i32 @f(ptr captures(none) %a) {
  %v = load volatile i32, ptr %a ; UB0511
  ret i32 %v
}

define noundef i32 @main() {
  %x = alloca i32
  store i32 0, ptr %x
  %v = call i32 @f(ptr %x)
  ret i32 %v
}
