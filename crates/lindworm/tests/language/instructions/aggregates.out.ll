; ModuleID = '<stdin>'
source_filename = "<stdin>"

define { i32, [2 x float] } @f({ i32, [2 x float] } %a, float %x) {
  %i = extractvalue { i32, [2 x float] } %a, 0
  %y = extractvalue { i32, [2 x float] } %a, 1, 1
  %b = insertvalue { i32, [2 x float] } %a, float %x, 1, 0
  %c = insertvalue { i32, [2 x float] } poison, i32 %i, 0
  ret { i32, [2 x float] } %b
}
