; A global may be used before the line that defines it
@p = global ptr @later
@q = global ptr @f
define void @f() {
  call void @g(ptr @later)
  ret void
}
declare void @g(ptr)
@later = global i32 0
