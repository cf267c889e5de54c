
@action = internal global ptr null
@shared = global ptr null

declare void @first()

declare void @second()

define void @set(i1 %c) {
  br i1 %c, label %then, label %else

then:                                             ; preds = %0
  store ptr @second, ptr @action, align 8
  ret void

else:                                             ; preds = %0
  store ptr @first, ptr @action, align 8
  ret void
}

define void @from_variable() {
  %callee = load ptr, ptr @action, align 8
  call void %callee(), !callees !0
  ret void
}

define void @from_anywhere() {
  %callee = load ptr, ptr @shared, align 8
  call void %callee()
  ret void
}

define internal ptr @choose(i1 %c) {
  %f = select i1 %c, ptr @first, ptr @set
  ret ptr %f
}

define internal void @apply(ptr %f) {
  call void %f(), !callees !1
  ret void
}

define void @run(i1 %c) {
entry:
  %chosen = call ptr @choose(i1 %c)
  br i1 %c, label %then, label %join

then:                                             ; preds = %entry
  br label %join

join:                                             ; preds = %then, %entry
  %f = phi ptr [ %chosen, %entry ], [ @second, %then ]
  call void @apply(ptr %f)
  ret void
}

!0 = !{ptr @first, ptr @second}
!1 = !{ptr @first, ptr @second, ptr @set}
