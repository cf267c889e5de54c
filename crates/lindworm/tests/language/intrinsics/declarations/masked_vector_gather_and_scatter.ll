; Declarations of: Masked Vector Gather and Scatter Intrinsics
declare <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr>, <16 x i1>, <16 x float>)
declare <2 x double> @llvm.masked.gather.v2f64.v2p1(<2 x ptr addrspace(1)>, <2 x i1>, <2 x double>)
declare <8 x ptr> @llvm.masked.gather.v8p0.v8p0(<8 x ptr>, <8 x i1>, <8 x ptr>)
declare void @llvm.masked.scatter.v16f32.v16p1(<16 x float>, <16 x ptr addrspace(1)>, <16 x i1>)
