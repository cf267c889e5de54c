; Some target extension types have zeroinitializer
define void @f() {
  %a = alloca target("spirv.Event")
  store target("spirv.Event") zeroinitializer, ptr %a
  ret void
}
