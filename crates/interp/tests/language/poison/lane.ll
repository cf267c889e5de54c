; The lane that wraps is poison.
define noundef i32 @main() {
  %v = add nuw <2 x i32> <i32 -1, i32 -1>, <i32 1, i32 0>
  %x = extractelement <2 x i32> %v, i32 0
  switch i32 %x, label %end [ i32 1, label %end ] ; UB0303
end:
  ret i32 0
}
