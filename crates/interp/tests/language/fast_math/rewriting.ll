; The flags that allow rewriting (`reassoc`, `arcp`, `contract`, `afn`) make nothing poison.
define noundef i32 @main() {
  %a = fmul reassoc contract double 1.5, 2.0
  %b = fdiv arcp double %a, 2.0
  %c = fadd reassoc afn double %b, 0.5
  %right = fcmp oeq double %c, 2.0
  %r = select i1 %right, i32 0, i32 1
  ret i32 %r
}
