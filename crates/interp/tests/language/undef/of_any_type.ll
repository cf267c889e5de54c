; There are undefined values of all types, structures and vectors among them.
define noundef i32 @main() {
  %s = insertvalue { i32, ptr } undef, i32 0, 0
  %v = insertelement <4 x i32> undef, i32 0, i32 2
  %a = extractvalue { i32, ptr } %s, 0
  %b = extractelement <4 x i32> %v, i32 2
  %r = or i32 %a, %b
  ret i32 %r
}
