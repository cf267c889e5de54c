; A loop as clang 3.0 wrote it without optimization: all in memory, typed pointers, no explicit types
define i32 @fibonacci(i32 %n) nounwind uwtable {
  %1 = alloca i32, align 4
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  %t = alloca i32, align 4
  store i32 %n, i32* %1, align 4
  store i32 0, i32* %a, align 4
  store i32 1, i32* %b, align 4
  br label %2

; <label>:2                                       ; preds = %5, %0
  %3 = load i32* %1, align 4
  %4 = icmp sgt i32 %3, 0
  br i1 %4, label %5, label %13

; <label>:5                                       ; preds = %2
  %6 = load i32* %a, align 4
  %7 = load i32* %b, align 4
  %8 = add nsw i32 %6, %7
  store i32 %8, i32* %t, align 4
  %9 = load i32* %b, align 4
  store i32 %9, i32* %a, align 4
  %10 = load i32* %t, align 4
  store i32 %10, i32* %b, align 4
  %11 = load i32* %1, align 4
  %12 = add nsw i32 %11, -1
  store i32 %12, i32* %1, align 4
  br label %2

; <label>:13                                      ; preds = %2
  %14 = load i32* %a, align 4
  ret i32 %14
}

define i32 @main() nounwind uwtable {
  %1 = call i32 @fibonacci(i32 20)
  %2 = sub i32 %1, 6765
  ret i32 %2
}
