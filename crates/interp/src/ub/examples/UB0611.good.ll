declare ptr @llvm.launder.invariant.group.p0(ptr)

define i32 @main() {
  %object = alloca i32
  store i32 1, ptr %object, !invariant.group !0
  store i32 0, ptr %object
  %fresh = call ptr @llvm.launder.invariant.group.p0(ptr %object)
  %x = load i32, ptr %fresh, !invariant.group !0
  ret i32 %x
}

!0 = !{}
