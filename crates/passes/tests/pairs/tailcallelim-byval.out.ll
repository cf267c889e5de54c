%pair = type { i64, i64 }

define i64 @swap(i64 %n, ptr byval(%pair) align 8 %a, ptr byval(%pair) align 8 %b) {
entry:
  %a.tr2 = alloca %pair, align 8
  %b.tr1 = alloca %pair, align 8
  br label %tailrecurse

tailrecurse:
  %n.tr = phi i64 [ %n, %entry ], [ %m, %again ]
  %done = icmp eq i64 %n.tr, 0
  br i1 %done, label %exit, label %again

again:
  %m = sub i64 %n.tr, 1
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %b.tr1, ptr align 8 %b, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %a.tr2, ptr align 8 %a, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %a, ptr align 8 %b.tr1, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %b, ptr align 8 %a.tr2, i64 16, i1 false)
  br label %tailrecurse

exit:
  %v = load i64, ptr %a, align 8
  ret i64 %v
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #0

attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
