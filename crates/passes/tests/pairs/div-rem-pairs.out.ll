define i32 @both(i32 %x, i32 noundef %y, ptr %p) {
  %x.frozen = freeze i32 %x
  %q = sdiv i32 %x.frozen, %y
  store i32 %q, ptr %p, align 4
  %1 = mul i32 %q, %y
  %r.decomposed = sub i32 %x.frozen, %1
  ret i32 %r.decomposed
}

define i32 @other_signs(i32 %x, i32 %y) {
  %q = sdiv i32 %x, %y
  %r = urem i32 %x, %y
  %s = add i32 %q, %r
  ret i32 %s
}

define i32 @remainder_first(i32 noundef %x, i32 noundef %y, i1 %c) {
entry:
  %q = udiv i32 %x, %y
  %0 = mul i32 %q, %y
  %r.decomposed = sub i32 %x, %0
  br i1 %c, label %then, label %end

then:
  ret i32 %q

end:
  ret i32 %r.decomposed
}

define i32 @nested(i32 noundef %x, i32 noundef %y, i32 noundef %z) {
  %q = udiv i32 %x, %y
  %1 = mul i32 %q, %y
  %r.decomposed = sub i32 %x, %1
  %q2 = udiv i32 %r.decomposed, %z
  %2 = mul i32 %q2, %z
  %r2.decomposed = sub i32 %r.decomposed, %2
  %s = add i32 %q, %q2
  %t = add i32 %s, %r2.decomposed
  ret i32 %t
}
