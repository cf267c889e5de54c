; 5:3: expected ',' as start of index list
; extractvalue has an index
define void @f({ i32 } %s) {
  %x = extractvalue { i32 } %s
  ret void
}
