; Calls that may unwind
declare i32 @Test(i32)
declare i32 @personality(...)
define i32 @f() personality ptr @personality {
  %retval = invoke i32 @Test(i32 15)
          to label %Continue unwind label %TestCleanup
Continue:
  %r2 = invoke coldcc i32 @Test(i32 15) #0 [ "deopt"(i32 1) ]
          to label %Done unwind label %TestCleanup
Done:
  ret i32 %retval
TestCleanup:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
attributes #0 = { nounwind }
