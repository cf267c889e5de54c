; In a vector, each lane is poison for itself.
define noundef i32 @main() {
  %v = add nuw <2 x i32> <i32 -1, i32 -1>, <i32 1, i32 0>
  %x = extractelement <2 x i32> %v, i32 1
  %r = add i32 %x, 1
  ret i32 %r
}
