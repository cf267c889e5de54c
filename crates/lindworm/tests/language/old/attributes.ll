; byval, sret and their like take their type from the pointer
declare void @a(i32* byval(i32) %p, { i8 }* sret({ i8 }) %q)
declare void @b(i32* inalloca(i32) %p)
define void @c(i8* %p) {
  call void @a(i32* byval(i32) null, { i8 }* sret({ i8 }) null)
  ret void
}
