@value = internal global i32 7

define internal i32 @sum(i32 %pair.0.val, i32 %pair.4.val) {
  %sum = add i32 %pair.0.val, %pair.4.val
  ret i32 %sum
}

define internal i32 @sometimes(i1 %c, i32 %p.0.val) {
  br i1 %c, label %then, label %done

then:
  ret i32 %p.0.val

done:
  ret i32 0
}

define internal i32 @unknown(i1 %c, ptr %p) {
  br i1 %c, label %then, label %done

then:
  %a = load i32, ptr %p, align 4
  ret i32 %a

done:
  ret i32 0
}

define internal i32 @changed(ptr %p, ptr %q) {
  store i32 0, ptr %q, align 4
  %a = load i32, ptr %p, align 4
  ret i32 %a
}

define internal void @copy(i32 %p.0.val, ptr noalias %r) {
  %b = add i32 %p.0.val, 1
  store i32 %b, ptr %r, align 4
  ret void
}

define internal i32 @chain(i32 %p.0.val.0.val) {
  ret i32 %p.0.val.0.val
}

define i32 @caller(ptr %p, ptr %r, i1 %c) {
  %p.val = load i32, ptr %p, align 4, !range !0, !noundef !1
  %1 = getelementptr i8, ptr %p, i64 4
  %p.val1 = load i32, ptr %1, align 4
  %a = call i32 @sum(i32 %p.val, i32 %p.val1)
  %value.val = load i32, ptr @value, align 4
  %b = call i32 @sometimes(i1 %c, i32 %value.val)
  %d = call i32 @unknown(i1 %c, ptr %p)
  %e = call i32 @changed(ptr %p, ptr %r)
  %p.val2 = load i32, ptr %p, align 4
  call void @copy(i32 %p.val2, ptr noalias %r)
  %p.val3 = load ptr, ptr %p, align 8
  %p.val3.val = load i32, ptr %p.val3, align 4
  %f = call i32 @chain(i32 %p.val3.val)
  %s = add i32 %a, %b
  %t = add i32 %s, %d
  %u = add i32 %t, %e
  %v = add i32 %u, %f
  ret i32 %v
}

!0 = !{i32 0, i32 100}
!1 = !{}
