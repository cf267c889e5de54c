; passes: simplifycfg
define i32 @both_in_the_speculated_block(i1 %c, ptr align 8 dereferenceable(8) %p) {
entry:
  br i1 %c, label %then, label %end

then:
  %q = load ptr, ptr %p, align 8, !dereferenceable !0, !align !0
  %v = load i32, ptr %q, align 4
  br label %end

end:
  %r = phi i32 [ %v, %then ], [ 7, %entry ]
  ret i32 %r
}

define i32 @first_before_the_branch(i1 %c, ptr align 8 dereferenceable(8) %p) {
entry:
  %q = load ptr, ptr %p, align 8, !dereferenceable !0, !align !0
  br i1 %c, label %then, label %end

then:
  %v = load i32, ptr %q, align 4
  br label %end

end:
  %r = phi i32 [ %v, %then ], [ 7, %entry ]
  ret i32 %r
}

define i32 @undef_beside_poison(i32 %x) {
entry:
  switch i32 %x, label %other [
    i32 0, label %first
    i32 1, label %second
  ]

other:
  unreachable

first:
  br label %end

second:
  br label %end

end:
  %r = phi i32 [ undef, %first ], [ poison, %second ]
  ret i32 %r
}

!0 = !{i64 8}
