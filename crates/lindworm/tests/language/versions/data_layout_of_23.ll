; what a null pointer is, and vectors that are aligned as their elements are
target datalayout = "e-pz:64:64-po1:32:32-puo2:64:64-ve-v128:128"

define void @f(ptr %p) {
  %a = load <2 x i32>, ptr %p
  %b = load <4 x i32>, ptr %p
  ret void
}
