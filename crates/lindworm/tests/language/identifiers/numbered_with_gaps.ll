; Numbers in the text may leave gaps; they come out dense
@3 = global i32 1
@7 = global ptr @3
define i32 @f() {
  %5 = add i32 1, 2
  %9 = add i32 %5, 3
  br label %20
20:
  ret i32 %9
}
