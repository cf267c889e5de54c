@format = constant [4 x i8] c"%s\0A\00"
@text = constant [3 x i8] c"42\00"

declare i32 @printf(ptr, ...)

define i32 @main() {
  %n = call i32 (ptr, ...) @printf(ptr @format, i32 42) ; UB
  ret i32 0
}
