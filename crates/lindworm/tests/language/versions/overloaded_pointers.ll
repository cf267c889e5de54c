; Intrinsics that old ones become are overloaded on their pointers from LLVM 23 on; outer products of fp8 have names of their own.
define <16 x i32> @expand(ptr %p, <16 x i32> %v, i16 %m) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.expand.load.d.512(ptr %p, <16 x i32> %v, i16 %m)
  call void @llvm.x86.avx512.mask.compress.store.d.512(ptr %p, <16 x i32> %r, i16 -1)
  ret <16 x i32> %r
}

define <vscale x 32 x i8> @two(<vscale x 16 x i1> %m, ptr %p) {
  %r = call <vscale x 32 x i8> @llvm.aarch64.sve.ld2.nxv32i8.nxv16i1(<vscale x 16 x i1> %m, ptr %p)
  ret <vscale x 32 x i8> %r
}

define void @product(<vscale x 16 x i8> %a, <vscale x 16 x i8> %b) {
  call void @llvm.aarch64.sme.ftmopa.za32.nxv16i8(i32 0, <vscale x 16 x i8> %a, <vscale x 16 x i8> %a, <vscale x 16 x i8> %b, <vscale x 16 x i8> %b, i32 1)
  ret void
}

declare <16 x i32> @llvm.x86.avx512.mask.expand.load.d.512(ptr, <16 x i32>, i16)
declare void @llvm.x86.avx512.mask.compress.store.d.512(ptr, <16 x i32>, i16)
