; ModuleID = '<stdin>'
source_filename = "<stdin>"

@_ZTIi = external constant ptr
@_ZTId = external constant ptr

declare void @g()

declare i32 @p(...)

define void @f() personality ptr @p {
  invoke void @g()
          to label %ok unwind label %a

a:                                                ; preds = %0
  %res = landingpad { ptr, i32 }
          catch ptr @_ZTIi
  invoke void @g()
          to label %ok unwind label %b

b:                                                ; preds = %a
  %res2 = landingpad { ptr, i32 }
          cleanup
          catch ptr null
  invoke void @g()
          to label %ok unwind label %c

c:                                                ; preds = %b
  %res3 = landingpad { ptr, i32 }
          catch ptr @_ZTIi
          filter [1 x ptr] [ptr @_ZTId]
  resume { ptr, i32 } %res3

ok:                                               ; preds = %b, %a, %0
  ret void
}
