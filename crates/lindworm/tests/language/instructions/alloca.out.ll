; ModuleID = '<stdin>'
source_filename = "<stdin>"
target datalayout = "e-A5"

%s = type { i8, i64 }

define void @f(i64 %n) {
  %a = alloca i32, align 4, addrspace(5)
  %b = alloca i32, i32 4, align 4, addrspace(5)
  %c = alloca i32, i64 %n, align 1024, addrspace(5)
  %d = alloca %s, align 1, addrspace(5)
  %e = alloca inalloca [4 x i8], align 4, addrspace(5)
  %g = alloca swifterror ptr, align 8
  %h = alloca i8, i8 0, align 1
  ret void
}
