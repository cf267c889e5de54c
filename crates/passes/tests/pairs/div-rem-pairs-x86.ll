; passes: div-rem-pairs
; On x86-64, a division and a remainder of the same operands come together.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @hoisted(i32 %x, i32 %y, i1 %c) {
entry:
  %q = sdiv i32 %x, %y
  br i1 %c, label %then, label %end

then:
  %r = srem i32 %x, %y
  ret i32 %r

end:
  ret i32 %q
}

define i32 @recomposed(i32 %x, i32 %y, ptr %p) {
  %q = udiv i32 %x, %y
  store i32 %q, ptr %p
  %product = mul i32 %q, %y
  %r = sub i32 %x, %product
  ret i32 %r
}

define i128 @wide(i128 noundef %x, i128 noundef %y, ptr %p) {
  %q = udiv i128 %x, %y
  store i128 %q, ptr %p
  %r = urem i128 %x, %y
  ret i128 %r
}
