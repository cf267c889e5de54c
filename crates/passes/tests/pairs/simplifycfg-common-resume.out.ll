declare void @f()

declare void @g()

declare i32 @personality(...)

define void @two(i1 %c) personality ptr @personality {
entry:
  br i1 %c, label %left, label %right

left:
  call void @f()
  br label %exit

right:
  invoke void @g()
          to label %exit unwind label %second

second:
  %b = landingpad { ptr, i32 }
          cleanup
  call void @f()
  resume { ptr, i32 } %b

exit:
  ret void
}
