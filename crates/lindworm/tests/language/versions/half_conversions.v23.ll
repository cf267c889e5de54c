; ModuleID = '<stdin>'
source_filename = "<stdin>"

define double @f(float %x, <4 x float> %v) {
  %1 = fptrunc float %x to half
  %2 = bitcast half %1 to i16
  %3 = fptrunc <4 x float> %v to <4 x half>
  %4 = bitcast <4 x half> %3 to <4 x i16>
  %5 = bitcast i16 %2 to half
  %6 = fpext half %5 to double
  ret double %6
}
