; ModuleID = '<stdin>'
source_filename = "<stdin>"

define <4 x i32> @f(<4 x i32> %a, <4 x i32> %b, i64 %i) {
  %x = extractelement <4 x i32> %a, i32 0
  %y = extractelement <4 x i32> %a, i64 %i
  %c = insertelement <4 x i32> %a, i32 %x, i8 1
  %d = insertelement <4 x i32> poison, i32 %y, i64 %i
  %e = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %g = shufflevector <4 x i32> %a, <4 x i32> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 3, i32 3>
  %h = shufflevector <4 x i32> %a, <4 x i32> undef, <4 x i32> zeroinitializer
  %j = shufflevector <4 x i32> %a, <4 x i32> %b, <2 x i32> <i32 7, i32 7>
  %k = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> poison
  ret <4 x i32> %e
}
