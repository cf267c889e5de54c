; Prefix and prologue data
@md = global i32 5
define void @f() prefix i32 123 prologue <{ i8, i8, ptr }> <{ i8 -21, i8 8, ptr @md }> {
  ret void
}
