@x = global i32 0

define noundef nonnull ptr @find(i1 %there) {
  br i1 %there, label %yes, label %no
yes:
  ret ptr @x
no:
  ret ptr null
}

define i32 @main() {
  %p = call ptr @find(i1 true)
  ret i32 0
}
