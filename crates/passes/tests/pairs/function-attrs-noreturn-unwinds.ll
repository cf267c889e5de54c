; passes: function-attrs
define i32 @catches() personality ptr @personality {
  invoke void @throws() noreturn
          to label %never unwind label %pad

never:
  unreachable

pad:
  %caught = landingpad { ptr, i32 }
          catch ptr null
  ret i32 1
}

define void @stops() {
  call void @throws() noreturn
  ret void
}

declare void @throws()

declare i32 @personality(...)
