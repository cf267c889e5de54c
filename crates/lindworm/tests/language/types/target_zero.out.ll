; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f() {
  %a = alloca target("spirv.Event"), align 8
  store target("spirv.Event") zeroinitializer, ptr %a, align 8
  ret void
}
