; ModuleID = '<stdin>'
source_filename = "<stdin>"

define <16 x i32> @expand(ptr %p, <16 x i32> %v, i16 %m) {
  %1 = bitcast i16 %m to <16 x i1>
  %2 = call <16 x i32> @llvm.masked.expandload.v16i32(ptr %p, <16 x i1> %1, <16 x i32> %v)
  call void @llvm.masked.compressstore.v16i32(<16 x i32> %2, ptr %p, <16 x i1> splat (i1 true))
  ret <16 x i32> %2
}

define <vscale x 32 x i8> @two(<vscale x 16 x i1> %m, ptr %p) {
  %1 = call { <vscale x 16 x i8>, <vscale x 16 x i8> } @llvm.aarch64.sve.ld2.sret.nxv16i8(<vscale x 16 x i1> %m, ptr %p)
  %2 = extractvalue { <vscale x 16 x i8>, <vscale x 16 x i8> } %1, 0
  %3 = call <vscale x 32 x i8> @llvm.vector.insert.nxv32i8.nxv16i8(<vscale x 32 x i8> poison, <vscale x 16 x i8> %2, i64 0)
  %4 = extractvalue { <vscale x 16 x i8>, <vscale x 16 x i8> } %1, 1
  %r = call <vscale x 32 x i8> @llvm.vector.insert.nxv32i8.nxv16i8(<vscale x 32 x i8> %3, <vscale x 16 x i8> %4, i64 16)
  ret <vscale x 32 x i8> %r
}

define void @product(<vscale x 16 x i8> %a, <vscale x 16 x i8> %b) {
  call void @llvm.aarch64.sme.ftmopa.za32.nxv16i8(i32 0, <vscale x 16 x i8> %a, <vscale x 16 x i8> %a, <vscale x 16 x i8> %b, <vscale x 16 x i8> %b, i32 1)
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.ftmopa.za32.nxv16i8(i32 immarg, <vscale x 16 x i8>, <vscale x 16 x i8>, <vscale x 16 x i8>, <vscale x 16 x i8>, i32 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare { <vscale x 16 x i8>, <vscale x 16 x i8> } @llvm.aarch64.sve.ld2.sret.nxv16i8(<vscale x 16 x i1>, ptr) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 32 x i8> @llvm.vector.insert.nxv32i8.nxv16i8(<vscale x 32 x i8>, <vscale x 16 x i8>, i64 immarg) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare <16 x i32> @llvm.masked.expandload.v16i32(ptr captures(none), <16 x i1>, <16 x i32>) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.masked.compressstore.v16i32(<16 x i32>, ptr captures(none), <16 x i1>) #4

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(read) }
attributes #4 = { nocallback nofree nosync nounwind willreturn memory(argmem: write) }
