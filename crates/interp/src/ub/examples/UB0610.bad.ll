@limit = global i32 0

define i32 @main() {
  %x = load i32, ptr @limit, !invariant.load !0
  store i32 1, ptr @limit ; UB
  ret i32 %x
}

!0 = !{}
