; Memory by the lanes that a mask lets through.

@numbers = global [8 x i32] [i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8]

; = <1, 20, 3, 4>
define <4 x i32> @load() {
  %r = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 @numbers, <4 x i1> <i1 1, i1 0, i1 1, i1 1>, <4 x i32> <i32 10, i32 20, i32 30, i32 40>)
  ret <4 x i32> %r
}

; = <1, 2, 3, 4>
define <4 x i32> @load_all() {
  %r = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 @numbers, <4 x i1> splat (i1 true), <4 x i32> poison)
  ret <4 x i32> %r
}

; = <7, 8, 30, 40>
define <4 x i32> @load_at_end() {
  %p = getelementptr i32, ptr @numbers, i64 6
  %r = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %p, <4 x i1> <i1 1, i1 1, i1 0, i1 0>, <4 x i32> <i32 10, i32 20, i32 30, i32 40>)
  ret <4 x i32> %r
}

; = UB0207
define <4 x i32> @load_past_end() {
  %p = getelementptr i32, ptr @numbers, i64 6
  %r = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %p, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x i32> poison)
  ret <4 x i32> %r
}

; = <10, 20>
define <2 x i32> @load_nothing() {
  %r = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr null, <2 x i1> zeroinitializer, <2 x i32> <i32 10, i32 20>)
  ret <2 x i32> %r
}

; = <poison, 2>
define <2 x i32> @load_poison_mask() {
  %r = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr @numbers, <2 x i1> <i1 poison, i1 1>, <2 x i32> <i32 10, i32 20>)
  ret <2 x i32> %r
}

; vscale 1 = <1, 9>
; vscale 4 = <1, 2, 3, 9, 9, 9, 9, 9>
define <vscale x 2 x i32> @load_scalable() {
  %n = call i32 @llvm.vscale.i32()
  %m = sub i32 %n, 1
  %one = call i32 @llvm.umax.i32(i32 %m, i32 1)
  %mask = call <vscale x 2 x i1> @llvm.get.active.lane.mask.nxv2i1.i32(i32 0, i32 %one)
  %r = call <vscale x 2 x i32> @llvm.masked.load.nxv2i32.p0(ptr @numbers, <vscale x 2 x i1> %mask, <vscale x 2 x i32> splat (i32 9))
  ret <vscale x 2 x i32> %r
}

; = {<-1, 0, -1, -1>, 13}
define {<4 x i1>, i8} @bits() {
  %p = alloca i8
  store i8 9, ptr %p
  call void @llvm.masked.store.v4i1.p0(<4 x i1> <i1 0, i1 1, i1 1, i1 0>, ptr %p, <4 x i1> <i1 0, i1 0, i1 1, i1 0>)
  %r = call <4 x i1> @llvm.masked.load.v4i1.p0(ptr %p, <4 x i1> <i1 1, i1 0, i1 1, i1 1>, <4 x i1> zeroinitializer)
  %byte = load i8, ptr %p
  %a = insertvalue {<4 x i1>, i8} poison, <4 x i1> %r, 0
  %b = insertvalue {<4 x i1>, i8} %a, i8 %byte, 1
  ret {<4 x i1>, i8} %b
}

; = <10, 2, 30, undef>
define <4 x i32> @store() {
  %p = alloca <4 x i32>
  store <2 x i32> <i32 1, i32 2>, ptr %p
  call void @llvm.masked.store.v4i32.p0(<4 x i32> <i32 10, i32 20, i32 30, i32 40>, ptr align 4 %p, <4 x i1> <i1 1, i1 0, i1 1, i1 0>)
  %r = load <4 x i32>, ptr %p
  ret <4 x i32> %r
}

; = UB0207
define void @store_past_end() {
  %p = alloca <2 x i32>
  call void @llvm.masked.store.v4i32.p0(<4 x i32> zeroinitializer, ptr align 4 %p, <4 x i1> <i1 0, i1 0, i1 0, i1 1>)
  ret void
}

; = <8, 20, 1>
define <3 x i32> @gather() {
  %ps = getelementptr i32, ptr @numbers, <3 x i64> <i64 7, i64 1000, i64 0>
  %r = call <3 x i32> @llvm.masked.gather.v3i32.v3p0(<3 x ptr> align 4 %ps, <3 x i1> <i1 1, i1 0, i1 1>, <3 x i32> <i32 10, i32 20, i32 30>)
  ret <3 x i32> %r
}

; = UB0207
define <2 x i32> @gather_outside() {
  %ps = getelementptr i32, ptr @numbers, <2 x i64> <i64 7, i64 1000>
  %r = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> %ps, <2 x i1> splat (i1 true), <2 x i32> poison)
  ret <2 x i32> %r
}

; An `align` that does not hold makes the pointer poison.
; = UB0202
define <1 x i32> @gather_misaligned() {
  %ps = getelementptr i8, ptr @numbers, <1 x i64> <i64 2>
  %r = call <1 x i32> @llvm.masked.gather.v1i32.v1p0(<1 x ptr> align 4 %ps, <1 x i1> splat (i1 true), <1 x i32> poison)
  ret <1 x i32> %r
}

; The last of two in one place stays.
; = <20, 30>
define <2 x i32> @scatter() {
  %p = alloca [2 x i32]
  %ps = getelementptr i32, ptr %p, <4 x i64> <i64 0, i64 0, i64 1, i64 5>
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> <i32 10, i32 20, i32 30, i32 40>, <4 x ptr> %ps, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %r = load <2 x i32>, ptr %p, align 4
  ret <2 x i32> %r
}

; = <10, 1, 30, 2>
define <4 x i32> @expand() {
  %r = call <4 x i32> @llvm.masked.expandload.v4i32(ptr @numbers, <4 x i1> <i1 0, i1 1, i1 0, i1 1>, <4 x i32> <i32 10, i32 20, i32 30, i32 40>)
  ret <4 x i32> %r
}

; = <20, 40>
define <2 x i32> @compress() {
  %p = alloca [2 x i32]
  call void @llvm.masked.compressstore.v4i32(<4 x i32> <i32 10, i32 20, i32 30, i32 40>, ptr %p, <4 x i1> <i1 0, i1 1, i1 0, i1 1>)
  %r = load <2 x i32>, ptr %p, align 4
  ret <2 x i32> %r
}

; Pointers keep what they may access.
; = <5, 2>
define <2 x i32> @pointers() {
  %p = alloca [2 x ptr]
  %five = getelementptr i32, ptr @numbers, i64 4
  %two = getelementptr i32, ptr @numbers, i64 1
  %v0 = insertelement <2 x ptr> poison, ptr %five, i64 0
  %v1 = insertelement <2 x ptr> %v0, ptr %two, i64 1
  call void @llvm.masked.store.v2p0.p0(<2 x ptr> %v1, ptr %p, <2 x i1> <i1 1, i1 0>)
  call void @llvm.masked.store.v2p0.p0(<2 x ptr> %v1, ptr %p, <2 x i1> <i1 0, i1 1>)
  %ps = call <2 x ptr> @llvm.masked.load.v2p0.p0(ptr %p, <2 x i1> <i1 1, i1 1>, <2 x ptr> poison)
  %r = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> %ps, <2 x i1> splat (i1 true), <2 x i32> poison)
  ret <2 x i32> %r
}

; = <1, poison, 3, poison>
define <4 x i32> @predicated_load() {
  %r = call <4 x i32> @llvm.vp.load.v4i32.p0(ptr align 4 @numbers, <4 x i1> <i1 1, i1 0, i1 1, i1 1>, i32 3)
  ret <4 x i32> %r
}

; Unless something else is said, the alignment is that of the vector.
; = UB0208
define <4 x i32> @predicated_load_misaligned() {
  %p = getelementptr i32, ptr @aligned, i64 1
  %r = call <4 x i32> @llvm.vp.load.v4i32.p0(ptr %p, <4 x i1> <i1 1, i1 0, i1 1, i1 1>, i32 3)
  ret <4 x i32> %r
}

@aligned = global [8 x i32] zeroinitializer, align 32

; = {<7, 8, poison, poison>, 2}
define {<4 x i32>, i32} @first_fault() {
  %p = getelementptr i32, ptr @numbers, i64 6
  %r = call {<4 x i32>, i32} @llvm.vp.load.ff.v4i32.p0(ptr align 4 %p, <4 x i1> splat (i1 true), i32 3)
  ret {<4 x i32>, i32} %r
}

; = UB0207
define {<4 x i32>, i32} @first_fault_at_once() {
  %p = getelementptr i32, ptr @numbers, i64 8
  %r = call {<4 x i32>, i32} @llvm.vp.load.ff.v4i32.p0(ptr align 4 %p, <4 x i1> splat (i1 true), i32 3)
  ret {<4 x i32>, i32} %r
}

; = <10, 2, 3, 4>
define <4 x i32> @predicated_store() {
  %p = alloca <4 x i32>
  store <4 x i32> <i32 1, i32 2, i32 3, i32 4>, ptr %p
  call void @llvm.vp.store.v4i32.p0(<4 x i32> <i32 10, i32 20, i32 30, i32 40>, ptr %p, <4 x i1> <i1 1, i1 0, i1 1, i1 1>, i32 2)
  %r = load <4 x i32>, ptr %p
  ret <4 x i32> %r
}

; = <8, poison>
define <2 x i32> @predicated_gather() {
  %ps = getelementptr i32, ptr @numbers, <2 x i64> <i64 7, i64 1000>
  %r = call <2 x i32> @llvm.vp.gather.v2i32.v2p0(<2 x ptr> %ps, <2 x i1> splat (i1 true), i32 1)
  ret <2 x i32> %r
}

; = <10, undef>
define <2 x i32> @predicated_scatter() {
  %p = alloca [2 x i32]
  %ps = getelementptr i32, ptr %p, <2 x i64> <i64 0, i64 1>
  call void @llvm.vp.scatter.v2i32.v2p0(<2 x i32> <i32 10, i32 20>, <2 x ptr> %ps, <2 x i1> splat (i1 true), i32 1)
  %r = load <2 x i32>, ptr %p, align 4
  ret <2 x i32> %r
}

; = <8, 6, poison>
define <3 x i32> @strided_load() {
  %p = getelementptr i32, ptr @numbers, i64 7
  %r = call <3 x i32> @llvm.experimental.vp.strided.load.v3i32.p0.i64(ptr align 4 %p, i64 -8, <3 x i1> splat (i1 true), i32 2)
  ret <3 x i32> %r
}

; = <10, undef, 20>
define <3 x i32> @strided_store() {
  %p = alloca [3 x i32]
  call void @llvm.experimental.vp.strided.store.v2i32.p0.i64(<2 x i32> <i32 10, i32 20>, ptr align 4 %p, i64 8, <2 x i1> splat (i1 true), i32 2)
  %r = load <3 x i32>, ptr %p, align 4
  ret <3 x i32> %r
}

; = <16, 25>
define <2 x i32> @histogram() {
  %p = alloca [2 x i32]
  store [2 x i32] [i32 10, i32 25], ptr %p
  %ps = getelementptr i32, ptr %p, <4 x i64> <i64 0, i64 0, i64 1, i64 0>
  call void @llvm.experimental.vector.histogram.add.v4p0.i32(<4 x ptr> %ps, i32 2, <4 x i1> <i1 1, i1 1, i1 0, i1 1>)
  %r = load <2 x i32>, ptr %p, align 4
  ret <2 x i32> %r
}

; = <-1, 25>
define <2 x i8> @histogram_saturating() {
  %p = alloca [2 x i8]
  store [2 x i8] [i8 100, i8 25], ptr %p
  %ps = getelementptr i8, ptr %p, <2 x i64> <i64 0, i64 0>
  call void @llvm.experimental.vector.histogram.uadd.sat.v2p0.i8(<2 x ptr> %ps, i8 100, <2 x i1> splat (i1 true))
  %r = load <2 x i8>, ptr %p, align 1
  ret <2 x i8> %r
}

; Two columns of two, three apart.
; = <1, 2, 4, 5>
define <4 x i32> @matrix_load() {
  %r = call <4 x i32> @llvm.matrix.column.major.load.v4i32.i64(ptr align 4 @numbers, i64 3, i1 false, i32 2, i32 2)
  ret <4 x i32> %r
}

; = <1, 2, undef, 3, 4>
define <5 x i32> @matrix_store() {
  %p = alloca [5 x i32]
  call void @llvm.matrix.column.major.store.v4i32.i64(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, ptr align 4 %p, i64 3, i1 false, i32 2, i32 2)
  %r = load <5 x i32>, ptr %p, align 4
  ret <5 x i32> %r
}
