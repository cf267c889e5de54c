; ModuleID = '<stdin>'
source_filename = "<stdin>"

define i129 @f(i129 %a, <vscale x 2 x i64> %v, <3 x i1> %b) {
  %1 = add i129 %a, -340282366920938463463374607431768211456
  %2 = and <vscale x 2 x i64> %v, %v
  %3 = xor <3 x i1> %b, <i1 true, i1 false, i1 undef>
  ret i129 %1
}
