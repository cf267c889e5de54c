; Through another pointer to the same place, nothing is promised.
define ptr @another(ptr %p) {
  %q = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  ret ptr %q
}

declare ptr @llvm.launder.invariant.group.p0(ptr)

define noundef i32 @main() {
  %p = alloca i8
  store i8 42, ptr %p, !invariant.group !0
  %a = load i8, ptr %p, !invariant.group !0
  %new = call ptr @another(ptr %p)
  store i8 0, ptr %new, !invariant.group !0
  %c = load i8, ptr %new, !invariant.group !0
  %right = icmp eq i8 %a, 42
  %z = zext i8 %c to i32
  %r = select i1 %right, i32 %z, i32 1
  ret i32 %r
}

!0 = !{}
