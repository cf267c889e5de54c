; A `float` operation is rounded to `float`, not computed in more precision.
define noundef i32 @main() {
  %a = fadd float 16777216.0, 1.0
  %b = fsub float %a, 16777216.0
  %r = fptosi float %b to i32
  ret i32 %r
}
