; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f(float %a, float %b) {
  %1 = fcmp false float %a, %b
  %2 = fcmp oeq float %a, %b
  %3 = fcmp ogt float %a, %b
  %4 = fcmp oge float %a, %b
  %5 = fcmp olt float %a, %b
  %6 = fcmp ole float %a, %b
  %7 = fcmp one float %a, %b
  %8 = fcmp ord float %a, %b
  %9 = fcmp ueq float %a, %b
  %10 = fcmp ugt float %a, %b
  %11 = fcmp uge float %a, %b
  %12 = fcmp ult float %a, %b
  %13 = fcmp ule float %a, %b
  %14 = fcmp une float %a, %b
  %15 = fcmp uno float %a, %b
  %16 = fcmp true float %a, %b
  %17 = fcmp nnan ninf olt float %a, 0.000000e+00
  ret void
}
