; Sorting through a pointer to a function that compares, as clang 3.5 wrote it at -O1; attribute groups, and calls by pointer types
@values = internal global [8 x i32] [i32 5, i32 -3, i32 9, i32 0, i32 7, i32 7, i32 -8, i32 2], align 16
@order = internal unnamed_addr constant [8 x i32] [i32 -8, i32 -3, i32 0, i32 2, i32 5, i32 7, i32 7, i32 9], align 16

define internal i1 @less(i32* nocapture readonly %a, i32* nocapture readonly %b) #0 {
  %1 = load i32* %a, align 4
  %2 = load i32* %b, align 4
  %3 = icmp slt i32 %1, %2
  ret i1 %3
}

define void @sort(i32* %p, i64 %n, i1 (i32*, i32*)* nocapture %before) #1 {
entry:
  br label %outer

outer:
  %i = phi i64 [ 1, %entry ], [ %i.next, %placed ]
  %slot = getelementptr inbounds i32* %p, i64 %i
  br label %inner

inner:
  %at = phi i32* [ %slot, %outer ], [ %left, %swap ]
  %front = icmp eq i32* %at, %p
  br i1 %front, label %placed, label %compare

compare:
  %left = getelementptr inbounds i32* %at, i64 -1
  %swaps = tail call zeroext i1 %before(i32* %at, i32* %left)
  br i1 %swaps, label %swap, label %placed

swap:
  %x = load i32* %at, align 4
  %y = load i32* %left, align 4
  store i32 %y, i32* %at, align 4
  store i32 %x, i32* %left, align 4
  br label %inner

placed:
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %end, label %outer

end:
  ret void
}

define i32 @main() #1 {
  call void @sort(i32* getelementptr inbounds ([8 x i32]* @values, i64 0, i64 0), i64 8, i1 (i32*, i32*)* @less)
  %1 = call i32 @memcmp(i8* bitcast ([8 x i32]* @values to i8*), i8* bitcast ([8 x i32]* @order to i8*), i64 mul (i64 8, i64 4)) #2
  ret i32 %1
}

declare i32 @memcmp(i8* nocapture, i8* nocapture, i64) #2

attributes #0 = { nounwind readonly uwtable "less-precise-fpmad"="false" "no-frame-pointer-elim"="true" }
attributes #1 = { nounwind uwtable "no-frame-pointer-elim"="true" "no-frame-pointer-elim-non-leaf" }
attributes #2 = { nounwind readonly }
!llvm.ident = !{!0}
!0 = metadata !{metadata !"clang version 3.5.0"}
