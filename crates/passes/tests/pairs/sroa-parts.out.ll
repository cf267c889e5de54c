target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-n8:16:32:64"

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #2

define float @transfer(float %x, float %y) {
  %1 = bitcast float %x to i32
  %2 = bitcast float %y to i32
  %3 = bitcast i32 %2 to float
  ret float %3
}

define <4 x float> @elements(<4 x float> %x, <2 x float> %y, float %z) {
  %a.4.vec.expand = shufflevector <2 x float> %y, <2 x float> poison, <4 x i32> <i32 poison, i32 0, i32 1, i32 poison>
  %a.4.vecblend = select <4 x i1> <i1 false, i1 true, i1 true, i1 false>, <4 x float> %a.4.vec.expand, <4 x float> %x
  %a.12.vec.insert = insertelement <4 x float> %a.4.vecblend, float %z, i32 3
  ret <4 x float> %a.12.vec.insert
}

define <4 x i32> @pieces(<2 x i32> %x, <2 x i32> %y) {
  %1 = shufflevector <2 x i32> %x, <2 x i32> %y, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  ret <4 x i32> %1
}

define <4 x i8> @filled(i8 %x, <4 x i8> %y) {
  %a.2.vsplat.splatinsert = insertelement <2 x i8> poison, i8 %x, i64 0
  %a.2.vsplat.splat = shufflevector <2 x i8> %a.2.vsplat.splatinsert, <2 x i8> poison, <2 x i32> zeroinitializer
  %a.2.vec.expand = shufflevector <2 x i8> %a.2.vsplat.splat, <2 x i8> poison, <4 x i32> <i32 poison, i32 poison, i32 0, i32 1>
  %a.2.vecblend = select <4 x i1> <i1 false, i1 false, i1 true, i1 true>, <4 x i8> %a.2.vec.expand, <4 x i8> %y
  ret <4 x i8> %a.2.vecblend
}

define i32 @split_load(i32 %x, i8 %y) {
  %a.sroa.0.4.extract.trunc = trunc i32 %x to i8
  %a.sroa.2.4.extract.shift = lshr i32 %x, 8
  %a.sroa.2.4.extract.trunc = trunc i32 %a.sroa.2.4.extract.shift to i8
  %a.sroa.3.4.extract.shift = lshr i32 %x, 16
  %a.sroa.3.4.extract.trunc = trunc i32 %a.sroa.3.4.extract.shift to i16
  %a.sroa.3.4.insert.ext = zext i16 %a.sroa.3.4.extract.trunc to i32
  %a.sroa.3.4.insert.shift = shl i32 %a.sroa.3.4.insert.ext, 16
  %a.sroa.3.4.insert.mask = and i32 undef, 65535
  %a.sroa.3.4.insert.insert = or i32 %a.sroa.3.4.insert.mask, %a.sroa.3.4.insert.shift
  %a.sroa.2.4.insert.ext = zext i8 %y to i32
  %a.sroa.2.4.insert.shift = shl i32 %a.sroa.2.4.insert.ext, 8
  %a.sroa.2.4.insert.mask = and i32 %a.sroa.3.4.insert.insert, -65281
  %a.sroa.2.4.insert.insert = or i32 %a.sroa.2.4.insert.mask, %a.sroa.2.4.insert.shift
  %a.sroa.0.4.insert.ext = zext i8 %a.sroa.0.4.extract.trunc to i32
  %a.sroa.0.4.insert.mask = and i32 %a.sroa.2.4.insert.insert, -256
  %a.sroa.0.4.insert.insert = or i32 %a.sroa.0.4.insert.mask, %a.sroa.0.4.insert.ext
  ret i32 %a.sroa.0.4.insert.insert
}

define i32 @volatile(i32 %x) {
  %a.sroa.3 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr %a.sroa.3)
  store volatile i32 %x, ptr %a.sroa.3, align 4
  ret i32 %x
}

define i32 @outside(i32 %x) {
  call void @llvm.assume(i1 true) [ "ignore"(ptr poison, i64 4) ]
  %s = add i32 poison, %x
  ret i32 %s
}

attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
