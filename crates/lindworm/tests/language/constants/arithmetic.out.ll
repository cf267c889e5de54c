; ModuleID = '<stdin>'
source_filename = "<stdin>"

@v = global i32 0
@a = global i64 add (i64 ptrtoint (ptr @v to i64), i64 8)
@b = global i64 sub (i64 ptrtoint (ptr @v to i64), i64 ptrtoint (ptr @a to i64))
@c = global i64 xor (i64 ptrtoint (ptr @v to i64), i64 -1)
@d = global i32 3
@e = global i64 sub nuw nsw (i64 ptrtoint (ptr @v to i64), i64 1)
@f = global i64 add nsw (i64 ptrtoint (ptr @v to i64), i64 1)
