; An opaque struct has no body
%o = type opaque
declare void @f(ptr byval(i32), ptr)
@x = external global %o
