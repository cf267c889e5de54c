; A number of a class that `nofpclass` excludes is poison.
define i32 @look(float nofpclass(nan inf) %x) {
  %c = fcmp olt float %x, 0.0
  br i1 %c, label %end, label %end ; UB0301
end:
  ret i32 0
}

define noundef i32 @main() {
  %r = call i32 @look(float 0xFFF0000000000000)
  ret i32 %r
}
