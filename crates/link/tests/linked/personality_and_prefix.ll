;--- a
declare void @f()
define void @main() {
  call void @f()
  ret void
}
;--- b
@data = internal constant i32 7
declare i32 @personality(...)
define void @f() nocallback prefix ptr @data personality ptr @personality {
  invoke void asm sideeffect "nop", ""() to label %done unwind label %pad
done:
  ret void
pad:
  %x = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %x
}
;--- linked
@data = internal constant i32 7

define void @main() {
  call void @f()
  ret void
}

define void @f() prefix ptr @data personality ptr @personality {
  invoke void asm sideeffect "nop", ""()
          to label %done unwind label %pad

done:                                             ; preds = %0
  ret void

pad:                                              ; preds = %0
  %x = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %x
}

declare i32 @personality(...)
