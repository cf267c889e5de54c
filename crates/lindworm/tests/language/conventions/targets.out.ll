; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare x86_stdcallcc void @a()

declare x86_fastcallcc void @b()

declare x86_thiscallcc void @c()

declare x86_vectorcallcc void @d()

declare x86_regcallcc void @e()

declare x86_intrcc void @f(ptr byval(i8))

declare x86_64_sysvcc void @g()

declare win64cc void @h()

declare arm_apcscc void @i()

declare arm_aapcscc void @j()

declare arm_aapcs_vfpcc void @k()

declare aarch64_vector_pcs void @l()

declare aarch64_sve_vector_pcs void @m()

declare aarch64_sme_preservemost_from_x0 void @m0()

declare aarch64_sme_preservemost_from_x1 void @m1()

declare aarch64_sme_preservemost_from_x2 void @m2()

declare msp430_intrcc void @n()

declare avr_intrcc  void @o()

declare avr_signalcc  void @p()

declare ptx_kernel void @q()

declare ptx_device void @r()

declare spir_func void @s()

declare spir_kernel void @t()

declare intel_ocl_bicc void @u()

declare amdgpu_kernel void @v()

declare hhvmcc void @w()

declare hhvm_ccc void @x()

declare m68k_rtdcc void @y()

declare graalcc void @z()

declare riscv_vector_cc void @ab()

declare riscv_vls_cc(256) void @ac()

declare riscv_vls_cc(32) void @ad()
