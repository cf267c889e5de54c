; Conventions of graphics shaders
declare amdgpu_vs void @a()
declare amdgpu_gs void @b()
declare amdgpu_ps void @c()
declare amdgpu_cs void @d()
declare amdgpu_hs void @e()
declare amdgpu_es void @f()
declare amdgpu_ls void @g()
declare amdgpu_gfx void @h()
