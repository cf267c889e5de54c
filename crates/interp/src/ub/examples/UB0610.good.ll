@limit = global i32 0

define i32 @main() {
  %x = load i32, ptr @limit, !invariant.load !0
  %y = load i32, ptr @limit, !invariant.load !0
  ret i32 %x
}

!0 = !{}
