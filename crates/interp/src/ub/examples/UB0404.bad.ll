@data = global [16 x i8] zeroinitializer
@code = global ptr @zero

define i32 @zero() {
  ret i32 0
}

define i32 @main() {
  %x = call i32 @data() ; UB
  ret i32 %x
}
