; passes: sink
; Instructions move to the successor that uses them; not loads over writes, not into loops, not onto other ways.
declare void @use(i32)

define i32 @f(i1 %c, i32 %x, ptr %p, ptr noalias %q) {
entry:
  %product = mul i32 %x, 3
  %sum = add i32 %product, %x
  %loaded = load i32, ptr %q
  %overwritten = load i32, ptr %p
  %both = sub i32 %x, 9
  %looped = xor i32 %x, 5
  store i32 0, ptr %p
  br i1 %c, label %then, label %else

then:
  %a = add i32 %sum, %loaded
  %b = add i32 %a, %overwritten
  %d = add i32 %b, %both
  ret i32 %d

else:
  call void @use(i32 %looped)
  br i1 %c, label %else, label %end

end:
  ret i32 %both
}
