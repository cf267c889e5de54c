; Tables of distances, as clang makes them of tables of addresses.
@format = private constant [4 x i8] c"%s\0A\00"
@one = private constant [4 x i8] c"one\00"
@two = private constant [4 x i8] c"two\00"
@names = internal unnamed_addr constant [3 x i32] [
  i32 trunc (i64 sub (i64 ptrtoint (ptr @one to i64), i64 ptrtoint (ptr @names to i64)) to i32),
  i32 trunc (i64 sub (i64 ptrtoint (ptr @two to i64), i64 ptrtoint (ptr @names to i64)) to i32),
  i32 trunc (i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @one, i64 1) to i64), i64 ptrtoint (ptr @names to i64)) to i32)]
declare i32 @printf(ptr, ...)
declare ptr @llvm.load.relative.i64(ptr, i64)
declare ptr @llvm.load.relative.i32(ptr, i32)

define i32 @main(i32 %argc) {
  %a = call ptr @llvm.load.relative.i32(ptr @names, i32 0)
  %r1 = call i32 (ptr, ...) @printf(ptr @format, ptr %a)
  %at = mul i32 %argc, 4
  %wide = zext i32 %at to i64
  %b = call ptr @llvm.load.relative.i64(ptr @names, i64 %wide)
  %r2 = call i32 (ptr, ...) @printf(ptr @format, ptr %b)
  %c = call ptr @llvm.load.relative.i64(ptr @names, i64 8)
  %r3 = call i32 (ptr, ...) @printf(ptr @format, ptr %c)
  ret i32 0
}
