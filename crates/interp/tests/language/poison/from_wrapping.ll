; `sub nuw` that wraps is poison, and so is what is computed from it, even a product with zero.
@h = global [4 x i32] zeroinitializer

define noundef i32 @main() {
  %p = sub nuw i32 0, 1
  %still = and i32 %p, 0
  %a = getelementptr i32, ptr @h, i32 %still
  store i32 0, ptr %a ; UB0202
  ret i32 0
}
