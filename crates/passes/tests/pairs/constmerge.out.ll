
@b = private unnamed_addr constant [2 x i8] c"ab", align 4
@c = internal constant i32 7
@d = internal constant i32 7
@e = private unnamed_addr constant i8 1, section "s"
@f = private unnamed_addr constant i8 1, section "s"

define ptr @use(i1 %x, ptr %p) {
  store ptr @b, ptr %p, align 8
  store ptr @b, ptr %p, align 8
  store ptr @c, ptr %p, align 8
  store ptr @d, ptr %p, align 8
  store ptr @e, ptr %p, align 8
  ret ptr @f
}
