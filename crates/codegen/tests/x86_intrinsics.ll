; Intrinsics of x86: operands and results in registers of each kind, of each width, constants in the instruction, several results.
@format = private constant [14 x i8] c"%s %llx %llx\0A\00"
@n1 = private constant [5 x i8] c"sse2\00"
@n2 = private constant [6 x i8] c"ssse3\00"
@n3 = private constant [6 x i8] c"carry\00"
@n4 = private constant [5 x i8] c"avx2\00"
@n5 = private constant [8 x i8] c"avx512f\00"
@n6 = private constant [6 x i8] c"crc32\00"
@n7 = private constant [5 x i8] c"comi\00"
declare i32 @printf(ptr, ...)
declare <8 x i16> @llvm.x86.sse2.packssdw.128(<4 x i32>, <4 x i32>)
declare <4 x i32> @llvm.x86.sse2.psll.d(<4 x i32>, <4 x i32>)
declare <4 x float> @llvm.x86.sse.cmp.ps(<4 x float>, <4 x float>, i8 immarg)
declare i32 @llvm.x86.sse2.pmovmskb.128(<16 x i8>)
declare i32 @llvm.x86.sse.comilt.ss(<4 x float>, <4 x float>)
declare <16 x i8> @llvm.x86.ssse3.pshuf.b.128(<16 x i8>, <16 x i8>)
declare { i8, i64 } @llvm.x86.addcarry.64(i8, i64, i64)
declare <32 x i8> @llvm.x86.avx2.pshuf.b(<32 x i8>, <32 x i8>)
declare <16 x i16> @llvm.x86.avx2.mpsadbw(<32 x i8>, <32 x i8>, i8 immarg)
declare <16 x float> @llvm.x86.avx512.add.ps.512(<16 x float>, <16 x float>, i32 immarg)
declare <16 x i1> @llvm.x86.avx512.mask.cmp.ps.512(<16 x float>, <16 x float>, i32 immarg, <16 x i1>, i32 immarg)
declare i64 @llvm.x86.sse42.crc32.64.64(i64, i64)
define void @sse2(<4 x i32> %a, <4 x i32> %b) {
  %kept = add <4 x i32> %a, %b
  %p = call <8 x i16> @llvm.x86.sse2.packssdw.128(<4 x i32> %a, <4 x i32> %b)
  %s = call <4 x i32> @llvm.x86.sse2.psll.d(<4 x i32> %a, <4 x i32> <i32 3, i32 0, i32 9, i32 9>)
  %t = add <4 x i32> %s, %kept
  %x = bitcast <8 x i16> %p to <2 x i64>
  %y = bitcast <4 x i32> %t to <2 x i64>
  %z = xor <2 x i64> %x, %y
  %l = extractelement <2 x i64> %z, i32 0
  %h = extractelement <2 x i64> %z, i32 1
  call i32 (ptr, ...) @printf(ptr @format, ptr @n1, i64 %l, i64 %h)
  %f = sitofp <4 x i32> %a to <4 x float>
  %g = sitofp <4 x i32> %b to <4 x float>
  %c = call <4 x float> @llvm.x86.sse.cmp.ps(<4 x float> %f, <4 x float> %g, i8 2)
  %d = bitcast <4 x float> %c to <16 x i8>
  %m = call i32 @llvm.x86.sse2.pmovmskb.128(<16 x i8> %d)
  %o = call i32 @llvm.x86.sse.comilt.ss(<4 x float> %f, <4 x float> %g)
  %m1 = zext i32 %m to i64
  %o1 = zext i32 %o to i64
  call i32 (ptr, ...) @printf(ptr @format, ptr @n7, i64 %m1, i64 %o1)
  ret void
}
define void @ssse3(<16 x i8> %a, i64 %n) #0 {
  %s = call <16 x i8> @llvm.x86.ssse3.pshuf.b.128(<16 x i8> %a, <16 x i8> <i8 15, i8 14, i8 13, i8 -1, i8 11, i8 10, i8 9, i8 8, i8 7, i8 6, i8 5, i8 4, i8 3, i8 2, i8 1, i8 0>)
  %x = bitcast <16 x i8> %s to <2 x i64>
  %l = extractelement <2 x i64> %x, i32 0
  %h = extractelement <2 x i64> %x, i32 1
  call i32 (ptr, ...) @printf(ptr @format, ptr @n2, i64 %l, i64 %h)
  %r = call i64 @llvm.x86.sse42.crc32.64.64(i64 %n, i64 %l)
  call i32 (ptr, ...) @printf(ptr @format, ptr @n6, i64 %r, i64 %n)
  ret void
}
define void @carry(i64 %a, i64 %b) {
  %1 = call { i8, i64 } @llvm.x86.addcarry.64(i8 1, i64 %a, i64 %b)
  %c = extractvalue { i8, i64 } %1, 0
  %s = extractvalue { i8, i64 } %1, 1
  %w = zext i8 %c to i64
  call i32 (ptr, ...) @printf(ptr @format, ptr @n3, i64 %w, i64 %s)
  ret void
}
define void @avx2(ptr %p) #1 {
  %a = load <32 x i8>, ptr %p, align 1
  %b = add <32 x i8> %a, splat (i8 3)
  %s = call <32 x i8> @llvm.x86.avx2.pshuf.b(<32 x i8> %a, <32 x i8> %b)
  %t = call <16 x i16> @llvm.x86.avx2.mpsadbw(<32 x i8> %a, <32 x i8> %s, i8 5)
  %x = bitcast <32 x i8> %s to <4 x i64>
  %y = bitcast <16 x i16> %t to <4 x i64>
  %z = add <4 x i64> %x, %y
  %e0 = extractelement <4 x i64> %z, i32 0
  %e1 = extractelement <4 x i64> %z, i32 1
  %e2 = extractelement <4 x i64> %z, i32 2
  %e3 = extractelement <4 x i64> %z, i32 3
  call i32 (ptr, ...) @printf(ptr @format, ptr @n4, i64 %e0, i64 %e1)
  call i32 (ptr, ...) @printf(ptr @format, ptr @n4, i64 %e2, i64 %e3)
  ret void
}
define void @avx512(ptr %p, float %by) #2 {
  %i = load <16 x i32>, ptr %p, align 1
  %a = sitofp <16 x i32> %i to <16 x float>
  %f = insertelement <16 x float> poison, float %by, i32 0
  %b = shufflevector <16 x float> %f, <16 x float> poison, <16 x i32> zeroinitializer
  %s = call <16 x float> @llvm.x86.avx512.add.ps.512(<16 x float> %a, <16 x float> %b, i32 10)
  %m = call <16 x i1> @llvm.x86.avx512.mask.cmp.ps.512(<16 x float> %s, <16 x float> %b, i32 17, <16 x i1> <i1 1, i1 1, i1 1, i1 1, i1 0, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 0, i1 1>, i32 4)
  %bits = bitcast <16 x i1> %m to i16
  %w = zext i16 %bits to i64
  %x = bitcast <16 x float> %s to <8 x i64>
  %sum = call i64 @llvm.vector.reduce.add.v8i64(<8 x i64> %x)
  call i32 (ptr, ...) @printf(ptr @format, ptr @n5, i64 %w, i64 %sum)
  ret void
}
declare i64 @llvm.vector.reduce.add.v8i64(<8 x i64>)
@bytes = constant [67 x i8] c"The quick brown fox jumps over the lazy dog, and \F1o\92o sits; 0123456"
define i32 @main(i32 %argc, ptr %argv) {
  call void @sse2(<4 x i32> <i32 100000, i32 -7, i32 3, i32 -100000>, <4 x i32> <i32 5, i32 6, i32 -70000, i32 8>)
  call void @carry(i64 -1, i64 41)
  call void @carry(i64 1, i64 41)
  %a = load <16 x i8>, ptr @bytes, align 1
  call void @ssse3(<16 x i8> %a, i64 77)
  %more = icmp sgt i32 %argc, 1
  br i1 %more, label %avx, label %end
avx:
  call void @avx2(ptr @bytes)
  call void @avx512(ptr @bytes, float 1.5)
  br label %end
end:
  ret i32 0
}
attributes #0 = { "target-features"="+sse4.2,+crc32" }
attributes #1 = { "target-features"="+avx2" }
attributes #2 = { "target-features"="+avx512f,+avx512vl,+avx512bw,+avx512dq" }
