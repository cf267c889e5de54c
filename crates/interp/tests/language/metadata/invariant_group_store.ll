; A store of another value breaks the promise as a load does.
define noundef i32 @main() {
  %p = alloca i8
  store i8 42, ptr %p, !invariant.group !0
  store i8 41, ptr %p, !invariant.group !0 ; UB0611
  ret i32 0
}

!0 = !{}
