; 9:3: instruction forward referenced with type 'i64'
; A value has the type that it was used with
define void @f() {
  br label %b
a:
  %y = add i64 %x, 1
  ret void
b:
  %x = add i32 1, 2
  br label %a
}
