; A sieve as clang 3.1 wrote it at -O2: bytes, old memset, numbered types, metadata of loops and of branches
%0 = type { [100 x i8], i32 }
@state = common global %0 zeroinitializer, align 4

define i32 @main() nounwind uwtable ssp {
  tail call void @llvm.memset.p0i8.i64(i8* getelementptr inbounds (%0* @state, i64 0, i32 0, i64 0), i8 1, i64 100, i32 4, i1 false)
  br label %1

; <label>:1                                       ; preds = %12, %0
  %2 = phi i64 [ 2, %0 ], [ %13, %12 ]
  %3 = getelementptr inbounds %0* @state, i64 0, i32 0, i64 %2
  %4 = load i8* %3, align 1, !range !0
  %5 = icmp eq i8 %4, 0
  br i1 %5, label %12, label %6, !prof !1

; <label>:6                                       ; preds = %1
  %7 = load i32* getelementptr inbounds (%0* @state, i64 0, i32 1), align 4
  %8 = add i32 %7, 1
  store i32 %8, i32* getelementptr inbounds (%0* @state, i64 0, i32 1), align 4
  br label %cross

cross:                                            ; preds = %strike, %6
  %9 = phi i64 [ %2, %6 ], [ %10, %strike ]
  %10 = add i64 %9, %2
  %11 = icmp ult i64 %10, 100
  br i1 %11, label %strike, label %12, !llvm.loop.parallel !2

strike:                                           ; preds = %cross
  %at = getelementptr inbounds %0* @state, i64 0, i32 0, i64 %10
  store i8 0, i8* %at, align 1
  br label %cross

; <label>:12                                      ; preds = %cross, %1
  %13 = add i64 %2, 1
  %14 = icmp eq i64 %13, 100
  br i1 %14, label %15, label %1

; <label>:15                                      ; preds = %12
  %16 = load i32* getelementptr inbounds (%0* @state, i64 0, i32 1), align 4
  %17 = sub i32 %16, 25
  ret i32 %17
}

declare void @llvm.memset.p0i8.i64(i8* nocapture, i8, i64, i32, i1) nounwind

!0 = metadata !{i8 0, i8 2}
!1 = metadata !{metadata !"branch_weights", i32 3, i32 1}
!2 = metadata !{metadata !2}
