; passes: sroa
; Transfers of bytes are split together; parts of vectors are elements; volatile accesses stay.
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-n8:16:32:64"

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.assume(i1)

define float @transfer(float %x, float %y) {
  %a = alloca { float, float }
  %b = alloca { float, float }
  %second = getelementptr i8, ptr %a, i64 4
  store float %x, ptr %a
  store float %y, ptr %second
  %bytes = load i64, ptr %a
  store i64 %bytes, ptr %b
  %third = getelementptr i8, ptr %b, i64 4
  %v = load float, ptr %third
  ret float %v
}

define <4 x float> @elements(<4 x float> %x, <2 x float> %y, float %z) {
  %a = alloca <4 x float>
  store <4 x float> %x, ptr %a
  %q = getelementptr i8, ptr %a, i64 4
  store <2 x float> %y, ptr %q
  %r = getelementptr i8, ptr %a, i64 12
  store float %z, ptr %r
  %v = load <4 x float>, ptr %a
  ret <4 x float> %v
}

define <4 x i32> @pieces(<2 x i32> %x, <2 x i32> %y) {
  %a = alloca [4 x i32]
  store <2 x i32> %x, ptr %a
  %q = getelementptr i8, ptr %a, i64 8
  store <2 x i32> %y, ptr %q
  %v = load <4 x i32>, ptr %a
  ret <4 x i32> %v
}

define <4 x i8> @filled(i8 %x, <4 x i8> %y) {
  %a = alloca <4 x i8>
  store <4 x i8> %y, ptr %a
  %q = getelementptr i8, ptr %a, i64 2
  call void @llvm.memset.p0.i64(ptr %q, i8 %x, i64 2, i1 false)
  %v = load <4 x i8>, ptr %a
  ret <4 x i8> %v
}

define i32 @split_load(i32 %x, i8 %y) {
  %a = alloca [3 x i32]
  %q = getelementptr i8, ptr %a, i64 4
  store i32 %x, ptr %q
  %b = getelementptr i8, ptr %a, i64 5
  store i8 %y, ptr %b
  %v = load i32, ptr %q
  ret i32 %v
}

define i32 @volatile(i32 %x) {
  %a = alloca { i32, i32 }
  call void @llvm.lifetime.start.p0(ptr %a)
  %q = getelementptr i8, ptr %a, i64 4
  store i32 %x, ptr %a
  store volatile i32 %x, ptr %q
  %v = load i32, ptr %a
  ret i32 %v
}

define i32 @outside(i32 %x) {
  %a = alloca i32
  store i32 %x, ptr %a
  %q = getelementptr i8, ptr %a, i64 8
  store i32 1, ptr %q
  %v = load i32, ptr %q
  call void @llvm.assume(i1 true) [ "align"(ptr %a, i64 4) ]
  %w = load i32, ptr %a
  %s = add i32 %v, %w
  ret i32 %s
}
