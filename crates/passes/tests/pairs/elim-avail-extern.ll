; passes: elim-avail-extern
; Definitions that another module has become declarations.
@variable = available_externally global i32 1
@own = global i32 2

define available_externally i32 @elsewhere() {
  ret i32 1
}

define i32 @f() {
  %a = load i32, ptr @variable
  %b = call i32 @elsewhere()
  %c = add i32 %a, %b
  ret i32 %c
}
