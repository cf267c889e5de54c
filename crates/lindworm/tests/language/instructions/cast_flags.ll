; nuw and nsw of trunc, nneg of zext and uitofp
define void @f(i32 %i) {
  %1 = trunc nuw i32 %i to i8
  %2 = trunc nsw i32 %i to i8
  %3 = trunc nsw nuw i32 %i to i8
  %4 = zext nneg i32 %i to i64
  %5 = uitofp nneg i32 %i to double
  ret void
}
