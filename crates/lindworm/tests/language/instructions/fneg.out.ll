; ModuleID = '<stdin>'
source_filename = "<stdin>"

define float @f(float %val, <2 x half> %v) {
  %result = fneg float %val
  %b = fneg nnan ninf <2 x half> %v
  ret float %result
}
