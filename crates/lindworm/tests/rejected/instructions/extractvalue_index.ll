; 4:21: invalid indices for extractvalue
; An index is within the aggregate
define void @f({ i32 } %s) {
  %x = extractvalue { i32 } %s, 1
  ret void
}
