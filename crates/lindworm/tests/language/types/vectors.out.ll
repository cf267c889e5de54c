; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global <2 x i32> <i32 1, i32 2>
@b = global <1 x ptr> zeroinitializer

declare <vscale x 4 x float> @f(<vscale x 1 x ptr addrspace(1)>, <4 x half>)
