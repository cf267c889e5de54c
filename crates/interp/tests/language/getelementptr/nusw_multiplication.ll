; `nusw` does not allow that the product of index and size wraps.
@array = global [4 x i32] zeroinitializer

define noundef i32 @main() {
  %p = getelementptr nusw i32, ptr @array, i64 4611686018427387904
  %x = load i32, ptr %p ; UB0202
  ret i32 0
}
