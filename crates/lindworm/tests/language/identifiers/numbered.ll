; Values without a name are numbered, arguments, blocks and results together
define i32 @f(i32 %0, i32) {
  %3 = add i32 %0, %1
  br label %4
4:
  %5 = mul i32 %3, 2
  ret i32 %5
}
