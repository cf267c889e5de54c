; 4:8: expected 'tail call', 'musttail call', or 'notail call'
; A tail marker stands before a call
define void @f() {
  tail ret void
}
