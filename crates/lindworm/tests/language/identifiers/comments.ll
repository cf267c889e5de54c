; A comment goes from ; to the end of its line; it does not come out
; first
@a = global i32 0 ; behind
define void @f() { ; brace
; alone
  ret void ; ret
} ; end
; last
