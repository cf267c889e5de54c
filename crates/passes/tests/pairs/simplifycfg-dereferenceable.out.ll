define i32 @both_in_the_speculated_block(i1 %c, ptr align 8 dereferenceable(8) %p) {
entry:
  br i1 %c, label %then, label %end

then:                                             ; preds = %entry
  %q = load ptr, ptr %p, align 8, !dereferenceable !0, !align !0
  %v = load i32, ptr %q, align 4
  br label %end

end:                                              ; preds = %then, %entry
  %r = phi i32 [ %v, %then ], [ 7, %entry ]
  ret i32 %r
}

define i32 @first_before_the_branch(i1 %c, ptr align 8 dereferenceable(8) %p) {
entry:
  %q = load ptr, ptr %p, align 8, !dereferenceable !0, !align !0
  %v = load i32, ptr %q, align 4
  %r = select i1 %c, i32 %v, i32 7
  ret i32 %r
}

define i32 @undef_beside_poison(i32 %x) {
entry:
  %switch.selectcmp = icmp eq i32 %x, 0
  %switch.select = select i1 %switch.selectcmp, i32 undef, i32 poison
  ret i32 %switch.select
}

!0 = !{i64 8}
