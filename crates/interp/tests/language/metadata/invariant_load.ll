; A load with `!invariant.load` of memory that stays the same is a load.
@limit = constant i32 7

define noundef i32 @main() {
  %x = load i32, ptr @limit, !invariant.load !0
  %r = sub i32 %x, 7
  ret i32 %r
}

!0 = !{}
