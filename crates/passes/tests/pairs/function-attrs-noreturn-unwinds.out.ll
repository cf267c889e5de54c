
; Function Attrs: nounwind
define noundef i32 @catches() #0 personality ptr @personality {
  invoke void @throws() #1
          to label %never unwind label %pad

never:                                            ; preds = %0
  unreachable

pad:                                              ; preds = %0
  %caught = landingpad { ptr, i32 }
          catch ptr null
  ret i32 1
}

; Function Attrs: noreturn
define void @stops() #1 {
  call void @throws() #1
  ret void
}

declare void @throws()

declare i32 @personality(...)

attributes #0 = { nounwind }
attributes #1 = { noreturn }
