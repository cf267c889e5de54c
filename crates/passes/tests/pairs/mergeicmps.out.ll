target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: read)
declare i32 @memcmp(ptr captures(none), ptr captures(none), i64) #0

; Function Attrs: nofree nosync
define i1 @three(ptr dereferenceable(16) %a, ptr dereferenceable(16) %b) #1 {
"second+entry":
  %memcmp = call i32 @memcmp(ptr %a, ptr %b, i64 8)
  %0 = icmp eq i32 %memcmp, 0
  br i1 %0, label %third1, label %exit

third1:                                           ; preds = %"second+entry"
  %1 = getelementptr i8, ptr %a, i64 12
  %2 = getelementptr i8, ptr %b, i64 12
  %3 = load i32, ptr %1, align 4
  %4 = load i32, ptr %2, align 4
  %5 = icmp eq i32 %3, %4
  br label %exit

exit:                                             ; preds = %third1, %"second+entry"
  %r = phi i1 [ %5, %third1 ], [ false, %"second+entry" ]
  ret i1 %r
}

; Function Attrs: nofree nosync
define i1 @unknown_size(ptr %a, ptr %b) #1 {
entry:
  %x = load i32, ptr %a, align 4
  %y = load i32, ptr %b, align 4
  %c = icmp eq i32 %x, %y
  br i1 %c, label %second, label %exit

second:                                           ; preds = %entry
  %p = getelementptr i8, ptr %a, i64 4
  %q = getelementptr i8, ptr %b, i64 4
  %x2 = load i32, ptr %p, align 4
  %y2 = load i32, ptr %q, align 4
  %c2 = icmp eq i32 %x2, %y2
  br label %exit

exit:                                             ; preds = %second, %entry
  %r = phi i1 [ false, %entry ], [ %c2, %second ]
  ret i1 %r
}

attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: read) }
attributes #1 = { nofree nosync }
