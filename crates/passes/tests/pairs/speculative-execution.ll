; passes: speculative-execution
; Cheap instructions of a conditional block are hoisted, if few stay.
declare i32 @f()

define i32 @triangle(i1 %c, i32 %x, ptr %p) {
entry:
  br i1 %c, label %then, label %end

then:
  %a = add i32 %x, 1
  %b = load i32, ptr %p
  %d = add i32 %a, %b
  %e = mul i32 %a, 5
  br label %end

end:
  %r = phi i32 [ 0, %entry ], [ %e, %then ]
  %s = phi i32 [ 0, %entry ], [ %d, %then ]
  %t = add i32 %r, %s
  ret i32 %t
}

define i32 @costly(i1 %c, i32 %x) {
entry:
  br i1 %c, label %then, label %end

then:
  %a1 = add i32 %x, 1
  %a2 = mul i32 %a1, 3
  %a3 = xor i32 %a2, 4
  %a4 = mul i32 %a3, 5
  %a5 = add i32 %a4, 6
  %a6 = mul i32 %a5, 7
  %a7 = xor i32 %a6, 8
  %a8 = mul i32 %a7, 9
  br label %end

end:
  %r = phi i32 [ 0, %entry ], [ %a8, %then ]
  ret i32 %r
}

define i32 @diamond(i1 %c, i32 %x) {
entry:
  br i1 %c, label %then, label %else

then:
  br label %end

else:
  %a = add i32 %x, 1
  br label %end

end:
  %r = phi i32 [ 0, %then ], [ %a, %else ]
  ret i32 %r
}
