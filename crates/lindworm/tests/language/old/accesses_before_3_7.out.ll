; ModuleID = '<stdin>'
source_filename = "<stdin>"

%pair = type { i32, ptr }

@p = global %pair zeroinitializer
@third = global ptr getelementptr inbounds ([4 x i32], ptr @array, i64 0, i64 3)
@array = global [4 x i32] zeroinitializer

define i32 @f(ptr %x, ptr %y, <2 x ptr> %v) {
  %a = load i32, ptr @p, align 4
  %i = sext i32 %a to i64
  %b = getelementptr inbounds %pair, ptr %x, i64 1, i32 1
  %c = load ptr, ptr %b, align 8
  %d = getelementptr [2 x i32], ptr %c, i64 0, i64 %i
  %e = load volatile i32, ptr %d, align 4, !range !0
  %first = getelementptr %pair, ptr %y, i32 0, i32 0
  %g = load volatile i32, ptr addrspace(1) null, align 4
  store volatile i32 %g, ptr %first, align 4
  %h = getelementptr i32, <2 x ptr> %v, <2 x i64> <i64 1, i64 2>
  %j = load atomic i32, ptr %first syncscope("singlethread") seq_cst, align 4
  ret i32 %e
}

!0 = !{i32 0, i32 9}
