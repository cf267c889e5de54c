; Exceptions with typed pointers
@_ZTIi = external constant i8*
declare i32 @p(...)
declare void @g()
define void @f() personality i8* bitcast (i32 (...)* @p to i8*) {
  invoke void @g() to label %ok unwind label %bad
ok:
  ret void
bad:
  %l = landingpad { i8*, i32 } catch i8* bitcast (i8** @_ZTIi to i8*)
  resume { i8*, i32 } %l
}
