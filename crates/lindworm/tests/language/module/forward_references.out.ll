; ModuleID = '<stdin>'
source_filename = "<stdin>"

@p = global ptr @later
@q = global ptr @f
@later = global i32 0

define void @f() {
  call void @g(ptr @later)
  ret void
}

declare void @g(ptr)
