; passes: globalopt
; The elements of a struct become variables; what computed removed addresses and values is removed too.
target datalayout = "e-p:64:64:64-i64:64:64-n8:16:32:64"

@pair = internal global { i64, [2 x i32], ptr } { i64 5, [2 x i32] [i32 6, i32 7], ptr null }, align 16
@mixed = internal global { i64, i64 } zeroinitializer
@zero = internal global [4 x i32] zeroinitializer
@written = internal global [4 x i32] zeroinitializer

define i32 @split(i64 %x, i32 %y) {
  store i64 %x, ptr @pair
  store i32 %y, ptr getelementptr (i8, ptr @pair, i64 12)
  %p = getelementptr i8, ptr @pair, i64 8
  %v = load i32, ptr %p
  %w = load i64, ptr @pair
  %q = load i32, ptr getelementptr (i8, ptr @pair, i64 12)
  %t = trunc i64 %w to i32
  %s = add i32 %v, %t
  %r = add i32 %s, %q
  ret i32 %r
}

define i32 @whole(i64 %x, i32 %y) {
  store i64 %x, ptr @mixed
  store i32 %y, ptr getelementptr (i8, ptr @mixed, i64 4)
  %v = load i32, ptr @mixed
  ret i32 %v
}

define i32 @read(i64 %i) {
  %p = getelementptr [4 x i32], ptr @zero, i64 0, i64 %i
  %v = load i32, ptr %p
  ret i32 %v
}

define void @write(i64 %i) {
  %p = getelementptr [4 x i32], ptr @written, i64 0, i64 %i
  store i32 1, ptr %p
  ret void
}
