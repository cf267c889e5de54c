; passes: simplifycfg
; What would be undefined behaviour is not reached.
define i32 @null(i1 %c, ptr %p) {
  br i1 %c, label %a, label %b
a:
  call void @g()
  br label %b
b:
  %q = phi ptr [ null, %a ], [ %p, %0 ]
  %v = load i32, ptr %q
  ret i32 %v
}

define i32 @invoke() personality ptr @rust_eh {
  invoke void @f()
          to label %ok unwind label %pad
ok:
  %r = invoke i32 @k()
          to label %done unwind label %other
done:
  ret i32 %r
pad:
  %l = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %l
other:
  %m = landingpad { ptr, i32 }
          cleanup
  call void @g()
  resume { ptr, i32 } %m
}

define void @switch(i32 %x) {
  switch i32 %x, label %default [
    i32 1, label %a
    i32 2, label %never
    i32 3, label %b
  ], !prof !0
a:
  call void @g()
  ret void
b:
  call void @f()
  ret void
never:
  unreachable
default:
  unreachable
}

declare void @f()
declare void @g()
declare i32 @k() nounwind
declare i32 @rust_eh(...)

!0 = !{!"branch_weights", i32 1, i32 2, i32 3, i32 4}
