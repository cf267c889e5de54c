; ModuleID = '<stdin>'
source_filename = "<stdin>"
target datalayout = "e-pz:64:64-po1:32:32-puo2:64:64-ve-v128:128"

define void @f(ptr %p) {
  %a = load <2 x i32>, ptr %p, align 4
  %b = load <4 x i32>, ptr %p, align 16
  ret void
}
