; passes: div-rem-pairs
; Without a target, a remainder is computed from the quotient of the same operands.
define i32 @both(i32 %x, i32 noundef %y, ptr %p) {
  %q = sdiv exact i32 %x, %y
  store i32 %q, ptr %p
  %r = srem i32 %x, %y
  ret i32 %r
}

define i32 @other_signs(i32 %x, i32 %y) {
  %q = sdiv i32 %x, %y
  %r = urem i32 %x, %y
  %s = add i32 %q, %r
  ret i32 %s
}

define i32 @remainder_first(i32 noundef %x, i32 noundef %y, i1 %c) {
entry:
  %r = urem i32 %x, %y
  br i1 %c, label %then, label %end

then:
  %q = udiv i32 %x, %y
  ret i32 %q

end:
  ret i32 %r
}

define i32 @nested(i32 noundef %x, i32 noundef %y, i32 noundef %z) {
  %q = udiv i32 %x, %y
  %r = urem i32 %x, %y
  %q2 = udiv i32 %r, %z
  %r2 = urem i32 %r, %z
  %s = add i32 %q, %q2
  %t = add i32 %s, %r2
  ret i32 %t
}
