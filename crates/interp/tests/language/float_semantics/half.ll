; So is a `half` operation.
define noundef i32 @main() {
  %a = fadd half 2048.0, 1.0
  %b = fsub half %a, 2048.0
  %r = fptosi half %b to i32
  ret i32 %r
}
