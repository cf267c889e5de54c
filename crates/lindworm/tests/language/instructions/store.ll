; Stores
define void @f(ptr %p, i32 %x, ptr addrspace(1) %q) {
  store i32 3, ptr %p
  store volatile i32 %x, ptr %p, align 1
  store atomic i32 %x, ptr %p monotonic, align 4
  store atomic volatile i32 %x, ptr %p syncscope("singlethread") release, align 4
  store { i8, ptr } zeroinitializer, ptr addrspace(1) %q
  store ptr @f, ptr %p, align 8, !nontemporal !0
  ret void
}
!0 = !{i32 1}
