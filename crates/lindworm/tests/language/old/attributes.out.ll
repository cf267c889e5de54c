; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare void @a(ptr byval(i32), ptr sret({ i8 }))

declare void @b(ptr inalloca(i32))

define void @c(ptr %p) {
  call void @a(ptr byval(i32) null, ptr sret({ i8 }) null)
  ret void
}
