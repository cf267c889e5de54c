; A local name with unusual bytes comes out quoted
define i32 @f(i32 %"a\02b") {
"\FF":
  %"" = add i32 %"a\02b", 1
  ret i32 1
}
