; Integers of more than 64 bits as indices and in a switch, and constant expressions of vectors.
declare i32 @printf(ptr, ...)
@format = constant [4 x i8] c"%d \00"
@table = global [4 x i32] [i32 10, i32 20, i32 30, i32 40]
@first = global i32 7
@cast = global <2 x i32> bitcast (<4 x i16> <i16 1, i16 2, i16 3, i16 4> to <2 x i32>)
@masks = global [2 x <4 x i4>] [<4 x i4> <i4 1, i4 2, i4 3, i4 4>, <4 x i4> bitcast (<2 x i8> <i8 33, i8 67> to <4 x i4>)]

define void @show(i32 %x) {
  %r = call i32 (ptr, ...) @printf(ptr @format, i32 %x)
  ret void
}

define i32 @choose(i128 %x) {
  switch i128 %x, label %other [
    i128 1, label %one
    i128 18446744073709551617, label %big
    i128 -1, label %one
  ]
one:
  ret i32 1
big:
  ret i32 2
other:
  ret i32 3
}

define i32 @element(i128 %i) {
  %p = getelementptr i32, ptr @table, i128 %i
  %q = getelementptr i32, ptr %p, i128 1
  %x = load i32, ptr %q
  ret i32 %x
}

define i32 @main() {
  %a = call i32 @choose(i128 1)
  call void @show(i32 %a)
  %b = call i32 @choose(i128 18446744073709551617)
  call void @show(i32 %b)
  %c = call i32 @choose(i128 -1)
  call void @show(i32 %c)
  %d = call i32 @choose(i128 18446744073709551616)
  call void @show(i32 %d)
  %e = call i32 @element(i128 2)
  call void @show(i32 %e)
  %v = load <2 x i32>, ptr @cast
  %f = extractelement <2 x i32> %v, i32 1
  call void @show(i32 %f)
  %w = add <2 x i32> %v, bitcast (<4 x i16> <i16 10, i16 20, i16 30, i16 40> to <2 x i32>)
  %g = extractelement <2 x i32> %w, i32 0
  call void @show(i32 %g)
  %m = load i16, ptr @masks
  %n = load i16, ptr getelementptr (i8, ptr @masks, i64 2)
  %same = icmp eq i16 %m, %n
  %h = zext i1 %same to i32
  call void @show(i32 %h)
  ret i32 0
}
