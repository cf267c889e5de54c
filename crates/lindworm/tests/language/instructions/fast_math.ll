; Fast-math flags in LLVM's order; all of them together are fast
define void @f(float %a, float %b, i1 %c) {
  %1 = fadd nnan float %a, %b
  %2 = fadd nsz ninf nnan float %a, %b
  %3 = fadd arcp contract afn reassoc float %a, %b
  %4 = fadd fast float %a, %b
  %5 = fadd reassoc nnan ninf nsz arcp contract afn float %a, %b
  %6 = fmul contract float %a, %b
  %7 = fcmp fast oeq float %a, %b
  %8 = select nnan i1 %c, float %a, float %b
  %9 = fneg afn float %a
  ret void
}
