; 4:29: case value is not a constant integer
; A case is a constant
define void @f(i32 %x) {
  switch i32 %x, label %a [ i32 %x, label %a ]
a:
  ret void
}
