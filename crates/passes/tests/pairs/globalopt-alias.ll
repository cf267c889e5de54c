; passes: globalopt
; Aliases are replaced by what they stand for, and local functions take the place of visible aliases.

@variable = dso_local global i32 1
@other_name = dso_local alias i32, ptr @variable
@replaceable = weak alias i32, ptr @variable
@visible = dso_local alias void (), ptr @hidden

define internal void @hidden() {
  ret void
}

define i32 @f() {
  call void @visible()
  %a = load i32, ptr @other_name
  %b = load i32, ptr @replaceable
  %c = add i32 %a, %b
  ret i32 %c
}
