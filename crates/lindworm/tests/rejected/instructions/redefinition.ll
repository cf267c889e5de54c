; 5:3: multiple definition of local value named 'x'
; A name is given once
define void @f() {
  %x = add i32 1, 2
  %x = add i32 1, 2
  ret void
}
