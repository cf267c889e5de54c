; Declarations of: Memory Use Markers
declare void @llvm.lifetime.start(ptr captures(none))
declare void @llvm.lifetime.end(ptr captures(none))
declare ptr @llvm.invariant.start.p0(i64, ptr captures(none))
declare void @llvm.invariant.end.p0(ptr, i64, ptr captures(none))
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare ptr @llvm.strip.invariant.group.p0(ptr)
