; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = unnamed_addr constant i32 0
@b = local_unnamed_addr global i32 0

@e = unnamed_addr alias i32, ptr @a

declare void @c() unnamed_addr

define void @d() local_unnamed_addr {
  ret void
}
