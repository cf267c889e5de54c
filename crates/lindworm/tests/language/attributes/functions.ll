; Attributes of functions that have no value
declare void @a() alwaysinline
declare void @b() nobuiltin
declare void @c() cold hot
declare void @d() convergent
declare void @e() disable_sanitizer_instrumentation fn_ret_thunk_extern hybrid_patchable
declare void @f() inlinehint minsize
declare void @g() unnamed_addr jumptable
declare void @h() naked nocallback nocf_check nodivergencesource
declare void @i() noduplicate nofree noimplicitfloat
declare void @j() noinline nomerge nonlazybind noprofile
declare void @k() norecurse noredzone noreturn nosanitize_bounds nosanitize_coverage
declare void @l() nosync nounwind null_pointer_is_valid
declare void @m() optforfuzzing optdebug
declare void @n() noinline optnone
declare void @o() optsize presplitcoroutine
declare void @p() returns_twice safestack shadowcallstack
declare void @q() sanitize_address sanitize_hwaddress sanitize_memory sanitize_memtag sanitize_thread
declare void @r() sanitize_numerical_stability sanitize_realtime sanitize_type sanitize_alloc_token
declare void @s() sanitize_realtime_blocking skipprofile
declare void @t() speculatable speculative_load_hardening
declare void @u() ssp
declare void @v() sspreq
declare void @w() sspstrong strictfp
declare void @x() willreturn mustprogress
declare void @y() coro_only_destroy_when_complete coro_elide_safe
