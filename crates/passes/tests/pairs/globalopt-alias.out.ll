@variable = dso_local global i32 1

@other_name = dso_local alias i32, ptr @variable
@replaceable = weak alias i32, ptr @variable

define dso_local void @visible() local_unnamed_addr {
  ret void
}

define i32 @f() local_unnamed_addr {
  call void @visible()
  %a = load i32, ptr @variable, align 4
  %b = load i32, ptr @replaceable, align 4
  %c = add i32 %a, %b
  ret i32 %c
}
