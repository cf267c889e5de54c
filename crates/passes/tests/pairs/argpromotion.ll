; passes: argpromotion
; Parts that are always loaded, or accessible in all callers, are passed by value; `sret` becomes `noalias`.

%pair = type { i32, i32 }

@value = internal global i32 7

define internal i32 @sum(ptr %pair) {
  %a = load i32, ptr %pair, !range !0, !noundef !1
  %second = getelementptr %pair, ptr %pair, i32 0, i32 1
  %b = load i32, ptr %second
  %sum = add i32 %a, %b
  ret i32 %sum
}

define internal i32 @sometimes(i1 %c, ptr %p) {
  br i1 %c, label %then, label %done

then:
  %a = load i32, ptr %p
  ret i32 %a

done:
  ret i32 0
}

define internal i32 @unknown(i1 %c, ptr %p) {
  br i1 %c, label %then, label %done

then:
  %a = load i32, ptr %p
  ret i32 %a

done:
  ret i32 0
}

define internal i32 @changed(ptr %p, ptr %q) {
  store i32 0, ptr %q
  %a = load i32, ptr %p
  ret i32 %a
}

define internal void @copy(ptr byval(%pair) align 4 %p, ptr sret(i32) %r) {
  %a = load i32, ptr %p
  %b = add i32 %a, 1
  store i32 %b, ptr %p
  %c = load i32, ptr %p
  store i32 %c, ptr %r
  ret void
}

define internal i32 @chain(ptr %p, ptr %unused) {
  %q = load ptr, ptr %p
  %a = load i32, ptr %q
  ret i32 %a
}

define i32 @caller(ptr %p, ptr %r, i1 %c) {
  %a = call i32 @sum(ptr %p)
  %b = call i32 @sometimes(i1 %c, ptr @value)
  %d = call i32 @unknown(i1 %c, ptr %p)
  %e = call i32 @changed(ptr %p, ptr %r)
  call void @copy(ptr byval(%pair) align 4 %p, ptr sret(i32) %r)
  %next = getelementptr i8, ptr %r, i64 8
  %f = call i32 @chain(ptr %p, ptr %next)
  %s = add i32 %a, %b
  %t = add i32 %s, %d
  %u = add i32 %t, %e
  %v = add i32 %u, %f
  ret i32 %v
}

!0 = !{i32 0, i32 100}
!1 = !{}
