; passes: constmerge
; Constants of one value become one if the address of one of them does not matter; a local one that nothing uses goes.
@a = private unnamed_addr constant [2 x i8] c"ab", align 1
@b = private unnamed_addr constant [2 x i8] c"ab", align 4
@c = internal constant i32 7
@d = internal constant i32 7
@unused = internal global i32 1
@e = private unnamed_addr constant i8 1, section "s"
@f = private unnamed_addr constant i8 1, section "s"

define ptr @use(i1 %x, ptr %p) {
  store ptr @a, ptr %p, align 8
  store ptr @b, ptr %p, align 8
  store ptr @c, ptr %p, align 8
  store ptr @d, ptr %p, align 8
  store ptr @e, ptr %p, align 8
  ret ptr @f
}
