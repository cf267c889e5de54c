; 3:17: constant expression type mismatch: got type 'i1' but expected 'i32'
; true is an i1
@a = global i32 true
