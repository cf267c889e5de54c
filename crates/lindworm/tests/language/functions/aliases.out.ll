; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global i32 0

@b = alias i32, ptr @a
@c = internal alias i8, getelementptr (i8, ptr @a, i64 1)
@d = weak_odr hidden unnamed_addr alias i32, ptr @b
@e = alias void (i32), ptr @f
@g = alias i32, ptr @a, partition "part"

define void @f(i32 %0) {
  ret void
}
