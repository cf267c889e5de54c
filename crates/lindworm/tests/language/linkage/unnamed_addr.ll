; unnamed_addr and local_unnamed_addr
@a = unnamed_addr constant i32 0
@b = local_unnamed_addr global i32 0
declare void @c() unnamed_addr
define void @d() local_unnamed_addr {
  ret void
}
@e = unnamed_addr alias i32, ptr @a
