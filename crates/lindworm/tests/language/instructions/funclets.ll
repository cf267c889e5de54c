; catchswitch, catchpad, catchret, cleanuppad, cleanupret
declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %ok unwind label %dispatch
dispatch:
  %cs1 = catchswitch within none [label %handler0, label %handler1] unwind label %cleanup
handler0:
  %tok = catchpad within %cs1 [ptr null, i32 64, ptr null]
  call void @g() [ "funclet"(token %tok) ]
  catchret from %tok to label %ok
handler1:
  %tok1 = catchpad within %cs1 []
  catchret from %tok1 to label %ok
cleanup:
  %cp = cleanuppad within none []
  invoke void @g() [ "funclet"(token %cp) ] to label %end unwind label %nested
nested:
  %cs2 = catchswitch within %cp [label %inner] unwind to caller
inner:
  %tok2 = catchpad within %cs2 [i32 1]
  catchret from %tok2 to label %end
end:
  cleanupret from %cp unwind to caller
ok:
  invoke void @g() to label %done unwind label %cleanup2
cleanup2:
  %cp2 = cleanuppad within none [i32 7]
  cleanupret from %cp2 unwind label %cleanup3
cleanup3:
  %cp3 = cleanuppad within none []
  cleanupret from %cp3 unwind to caller
done:
  ret void
}
