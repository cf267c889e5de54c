; Addresses within aggregates, of vectors too
%RT = type { i8, [10 x [20 x i32]], i8 }
%ST = type { i32, double, %RT }
define ptr @foo(ptr %s, i64 %i, <2 x ptr> %v) {
  %arrayidx = getelementptr inbounds %ST, ptr %s, i64 1, i32 2, i32 1, i64 5, i64 13
  %1 = getelementptr %ST, ptr %s
  %2 = getelementptr i8, ptr %s, i64 %i
  %3 = getelementptr nuw i8, ptr %s, i64 %i
  %4 = getelementptr nusw i8, ptr %s, i64 %i
  %5 = getelementptr inbounds nuw i8, ptr %s, i64 %i
  %6 = getelementptr nuw nusw i8, ptr %s, i64 %i
  %7 = getelementptr i32, <2 x ptr> %v, <2 x i64> <i64 0, i64 1>
  %8 = getelementptr i32, ptr %s, <2 x i32> <i32 0, i32 1>
  %9 = getelementptr { i32, i32 }, <2 x ptr> %v, i64 %i, i32 1
  %10 = getelementptr inbounds nusw i8, ptr %s, i8 1
  ret ptr %arrayidx
}
