; A label may be a keyword, a type's name or begin with a dash
define void @f(i1 %c) {
  br i1 %c, label %true, label %i32
true:
  br label %-1x
i32:
  br label %-1x
-1x:
  br label %-1
-1:
  ret void
}
