; A bitwise operation with 0 keeps poison, and an address computed with it is poison.
@h = global [4 x i32] zeroinitializer

define noundef i32 @main() {
  %poison = sub nuw i32 0, 1
  %still_poison = and i32 %poison, 0
  %address = getelementptr i32, ptr @h, i32 %still_poison
  store i32 0, ptr %address ; UB0202
  ret i32 0
}
