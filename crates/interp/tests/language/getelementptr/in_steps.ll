; Several steps come to the same place as one.
%rt = type { i8, [10 x [20 x i32]], i8 }
%st = type { i32, double, %rt }

define noundef i32 @main() {
  %s = alloca [2 x %st]
  %t1 = getelementptr %st, ptr %s, i32 1
  %t2 = getelementptr %st, ptr %t1, i32 0, i32 2
  %t3 = getelementptr %rt, ptr %t2, i32 0, i32 1
  %t4 = getelementptr [10 x [20 x i32]], ptr %t3, i32 0, i32 5
  %t5 = getelementptr [20 x i32], ptr %t4, i32 0, i32 13
  %p = getelementptr inbounds %st, ptr %s, i64 1, i32 2, i32 1, i64 5, i64 13
  %same = icmp eq ptr %t5, %p
  %r = select i1 %same, i32 0, i32 1
  ret i32 %r
}
