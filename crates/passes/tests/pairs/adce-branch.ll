; passes: adce
; A branch between ways that do nothing becomes one way; one on which a store depends stays.
define void @f(i1 %a, i1 %b, ptr %p) {
entry:
  br i1 %a, label %left, label %right

left:
  %x = add i32 1, 2
  br label %join

right:
  br label %join

join:
  br i1 %b, label %write, label %end

write:
  store i32 1, ptr %p, align 4
  br label %end

end:
  ret void
}
