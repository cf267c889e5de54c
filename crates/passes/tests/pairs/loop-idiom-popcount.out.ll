target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-unknown"

define i32 @f(i64 %a) {
e:
  %0 = call i64 @llvm.ctpop.i64(i64 %a)
  %1 = trunc i64 %0 to i32
  %2 = icmp eq i32 %1, 0
  br i1 %2, label %x, label %h.preheader

h.preheader:                                      ; preds = %e
  br label %h

h:                                                ; preds = %h.preheader, %h
  %tcphi = phi i32 [ %1, %h.preheader ], [ %tcdec, %h ]
  %n = phi i32 [ %m, %h ], [ 0, %h.preheader ]
  %v = phi i64 [ %w, %h ], [ %a, %h.preheader ]
  %m = add nsw i32 %n, 1
  %u = add i64 %v, -1
  %w = and i64 %u, %v
  %tcdec = sub nsw i32 %tcphi, 1
  %t = icmp sle i32 %tcdec, 0
  br i1 %t, label %x.loopexit, label %h

x.loopexit:                                       ; preds = %h
  %m.lcssa = phi i32 [ %1, %h ]
  br label %x

x:                                                ; preds = %x.loopexit, %e
  %r = phi i32 [ 0, %e ], [ %m.lcssa, %x.loopexit ]
  ret i32 %r
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctpop.i64(i64) #0

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
