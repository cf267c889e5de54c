declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #0

declare void @use(ptr)

define void @adjacent(ptr writeonly captures(none) initializes((0, 6)) %p) #1 {
  store i32 1, ptr %p, align 4
  %q = getelementptr i8, ptr %p, i64 4
  store i16 2, ptr %q, align 2
  ret void
}

define void @read_first(ptr captures(none) initializes((0, 2)) %p) #2 {
  %q = getelementptr i8, ptr %p, i64 2
  %a = load i16, ptr %q, align 2
  store i32 1, ptr %p, align 4
  store i16 %a, ptr %q, align 2
  ret void
}

define void @both_ways(ptr writeonly captures(none) initializes((0, 6)) %p, i1 %c) #1 {
  br i1 %c, label %then, label %else

then:
  store i64 0, ptr %p, align 4
  ret void

else:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 6, i1 false)
  ret void
}

define void @unknown(ptr %p) {
  call void @use(ptr %p)
  store i32 1, ptr %p, align 4
  ret void
}

define void @by_callee(ptr writeonly captures(none) initializes((16, 22)) %p) #1 {
  %q = getelementptr i8, ptr %p, i64 16
  call void @adjacent(ptr %q)
  ret void
}

attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) }
