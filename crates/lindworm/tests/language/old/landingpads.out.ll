; ModuleID = '<stdin>'
source_filename = "<stdin>"

@_ZTIi = external constant ptr

declare i32 @p(...)

declare void @g()

define void @f() personality ptr @p {
  invoke void @g()
          to label %ok unwind label %bad

ok:                                               ; preds = %0
  ret void

bad:                                              ; preds = %0
  %l = landingpad { ptr, i32 }
          catch ptr @_ZTIi
  resume { ptr, i32 } %l
}
