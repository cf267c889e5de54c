; 5:20: expected 'to' in invoke
; invoke says where to go on
declare void @g()
define void @f() {
  invoke void @g() unwind label %a
a:
  ret void
}
