; 4:13: expected icmp predicate (e.g. 'eq')
; A comparison has a known predicate
define void @f(i32 %x) {
  %y = icmp less i32 %x, %x
  ret void
}
