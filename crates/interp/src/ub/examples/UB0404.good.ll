@data = global [16 x i8] zeroinitializer
@code = global ptr @zero

define i32 @zero() {
  ret i32 0
}

define i32 @main() {
  %f = load ptr, ptr @code
  %x = call i32 %f()
  ret i32 %x
}
