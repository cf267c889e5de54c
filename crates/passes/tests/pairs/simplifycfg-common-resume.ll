; passes: simplifycfg
declare void @f()
declare void @g()
declare i32 @personality(...)

define void @two(i1 %c) personality ptr @personality {
entry:
  br i1 %c, label %left, label %right
left:
  invoke void @f() to label %exit unwind label %first
right:
  invoke void @g() to label %exit unwind label %second
first:
  %a = landingpad { ptr, i32 } cleanup
  br label %common
second:
  %b = landingpad { ptr, i32 } cleanup
  call void @f()
  br label %common
common:
  %p = phi { ptr, i32 } [ %a, %first ], [ %b, %second ]
  resume { ptr, i32 } %p
exit:
  ret void
}
