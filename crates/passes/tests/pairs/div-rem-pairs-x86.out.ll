target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @hoisted(i32 %x, i32 %y, i1 %c) {
entry:
  %q = sdiv i32 %x, %y
  %r = srem i32 %x, %y
  br i1 %c, label %then, label %end

then:
  ret i32 %r

end:
  ret i32 %q
}

define i32 @recomposed(i32 %x, i32 %y, ptr %p) {
  %q = udiv i32 %x, %y
  store i32 %q, ptr %p, align 4
  %product = mul i32 %q, %y
  %r.recomposed = urem i32 %x, %y
  ret i32 %r.recomposed
}

define i128 @wide(i128 noundef %x, i128 noundef %y, ptr %p) {
  %q = udiv i128 %x, %y
  store i128 %q, ptr %p, align 16
  %1 = mul i128 %q, %y
  %r.decomposed = sub i128 %x, %1
  ret i128 %r.decomposed
}
