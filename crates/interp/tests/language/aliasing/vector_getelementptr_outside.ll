; A lane of a vector `getelementptr` is not based on the pointer of another lane.
@a = global [2 x i32] zeroinitializer
@b = global [2 x i32] zeroinitializer

define noundef i32 @main() {
  %from = ptrtoint ptr @a to i64
  %to = ptrtoint ptr @b to i64
  %distance = sub i64 %to, %from
  %offsets = insertelement <2 x i64> zeroinitializer, i64 %distance, i32 0
  %v = insertelement <2 x ptr> poison, ptr @a, i32 0
  %w = insertelement <2 x ptr> %v, ptr @b, i32 1
  %q = getelementptr i8, <2 x ptr> %w, <2 x i64> %offsets
  %first = extractelement <2 x ptr> %q, i32 0
  %x = load i32, ptr %first ; UB0210
  ret i32 0
}
