; passes: mergeicmps
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
target triple = "x86_64-unknown-linux-gnu"

declare i32 @memcmp(ptr captures(none), ptr captures(none), i64) nocallback nofree nounwind willreturn memory(argmem: read)

define i1 @three(ptr dereferenceable(16) %a, ptr dereferenceable(16) %b) nofree nosync {
entry:
  %p = getelementptr i8, ptr %a, i64 4
  %q = getelementptr i8, ptr %b, i64 4
  %x = load i32, ptr %p
  %y = load i32, ptr %q
  %c = icmp eq i32 %x, %y
  br i1 %c, label %second, label %exit

second:
  %x2 = load i32, ptr %a
  %y2 = load i32, ptr %b
  %c2 = icmp eq i32 %x2, %y2
  br i1 %c2, label %third, label %exit

third:
  %p3 = getelementptr i8, ptr %a, i64 12
  %q3 = getelementptr i8, ptr %b, i64 12
  %x3 = load i32, ptr %p3
  %y3 = load i32, ptr %q3
  %c3 = icmp eq i32 %x3, %y3
  br label %exit

exit:
  %r = phi i1 [ false, %entry ], [ false, %second ], [ %c3, %third ]
  ret i1 %r
}

; The second address may be invalid if the first integers differ.
define i1 @unknown_size(ptr %a, ptr %b) nofree nosync {
entry:
  %x = load i32, ptr %a
  %y = load i32, ptr %b
  %c = icmp eq i32 %x, %y
  br i1 %c, label %second, label %exit

second:
  %p = getelementptr i8, ptr %a, i64 4
  %q = getelementptr i8, ptr %b, i64 4
  %x2 = load i32, ptr %p
  %y2 = load i32, ptr %q
  %c2 = icmp eq i32 %x2, %y2
  br label %exit

exit:
  %r = phi i1 [ false, %entry ], [ %c2, %second ]
  ret i1 %r
}
