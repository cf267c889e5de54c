; Aliases: linkage, address expressions, forward
@b = alias i32, ptr @a
@a = global i32 0
@c = internal alias i8, getelementptr (i8, ptr @a, i64 1)
@d = weak_odr hidden unnamed_addr alias i32, ptr @b
@e = alias void (i32), ptr @f
@g = alias i32, ptr @a, partition "part"
define void @f(i32) {
  ret void
}
