; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare cc12 <1 x i64> @f(<1 x i64>)

define <1 x i64> @g(<1 x i64> %x) {
  %y = call cc12 <1 x i64> @f(<1 x i64> %x)
  ret <1 x i64> %y
}
