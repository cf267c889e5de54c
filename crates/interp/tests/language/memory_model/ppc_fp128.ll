; The first double of a `ppc_fp128` is first in memory, whichever byte of a number is, and a `bitcast` says the same.

target datalayout = "E"

define i32 @main() {
  %place = alloca ppc_fp128
  store ppc_fp128 0xM3FF00000000000000000000000000000, ptr %place
  %first = load double, ptr %place
  %first.ok = fcmp oeq double %first, 1.0
  %x = load ppc_fp128, ptr %place
  %doubles = bitcast ppc_fp128 %x to <2 x double>
  %lane = extractelement <2 x double> %doubles, i32 0
  %lane.ok = fcmp oeq double %lane, 1.0
  %all = and i1 %first.ok, %lane.ok
  %code = select i1 %all, i32 0, i32 1
  ret i32 %code
}
