; 4:21: extractvalue operand must be aggregate type
; extractvalue is from an aggregate
define void @f(i32 %s) {
  %x = extractvalue i32 %s, 0
  ret void
}
