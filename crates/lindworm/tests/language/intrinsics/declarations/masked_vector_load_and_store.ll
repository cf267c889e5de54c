; Declarations of: Masked Vector Load and Store Intrinsics
declare <16 x float> @llvm.masked.load.v16f32.p0(ptr, <16 x i1>, <16 x float>)
declare <2 x double> @llvm.masked.load.v2f64.p0(ptr, <2 x i1>, <2 x double>)
declare <8 x ptr> @llvm.masked.load.v8p0.p0(ptr, <8 x i1>, <8 x ptr>)
declare void @llvm.masked.store.v16f32.p0(<16 x float>, ptr, <16 x i1>)
