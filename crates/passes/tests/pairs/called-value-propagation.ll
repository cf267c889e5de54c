; passes: called-value-propagation
@action = internal global ptr null
@shared = global ptr null

declare void @first()
declare void @second()

define void @set(i1 %c) {
  br i1 %c, label %then, label %else

then:
  store ptr @second, ptr @action
  ret void

else:
  store ptr @first, ptr @action
  ret void
}

define void @from_variable() {
  %callee = load ptr, ptr @action
  call void %callee()
  ret void
}

define void @from_anywhere() {
  %callee = load ptr, ptr @shared
  call void %callee()
  ret void
}

define internal ptr @choose(i1 %c) {
  %f = select i1 %c, ptr @first, ptr @set
  ret ptr %f
}

define internal void @apply(ptr %f) {
  call void %f()
  ret void
}

define void @run(i1 %c) {
entry:
  %chosen = call ptr @choose(i1 %c)
  br i1 %c, label %then, label %join

then:
  br label %join

join:
  %f = phi ptr [ %chosen, %entry ], [ @second, %then ]
  call void @apply(ptr %f)
  ret void
}
