@variable = external global i32
@own = global i32 2

declare i32 @elsewhere()

define i32 @f() {
  %a = load i32, ptr @variable, align 4
  %b = call i32 @elsewhere()
  %c = add i32 %a, %b
  ret i32 %c
}
