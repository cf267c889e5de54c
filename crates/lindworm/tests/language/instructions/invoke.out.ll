; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare i32 @Test(i32)

declare i32 @personality(...)

define i32 @f() personality ptr @personality {
  %retval = invoke i32 @Test(i32 15)
          to label %Continue unwind label %TestCleanup

Continue:                                         ; preds = %0
  %r2 = invoke coldcc i32 @Test(i32 15) #0 [ "deopt"(i32 1) ]
          to label %Done unwind label %TestCleanup

Done:                                             ; preds = %Continue
  ret i32 %retval

TestCleanup:                                      ; preds = %Continue, %0
  %l = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %l
}

attributes #0 = { nounwind }
