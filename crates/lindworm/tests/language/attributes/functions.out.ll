; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: alwaysinline
declare void @a() #0

; Function Attrs: nobuiltin
declare void @b() #1

; Function Attrs: cold hot
declare void @c() #2

; Function Attrs: convergent
declare void @d() #3

; Function Attrs: disable_sanitizer_instrumentation fn_ret_thunk_extern hybrid_patchable
declare void @e() #4

; Function Attrs: inlinehint minsize
declare void @f() #5

; Function Attrs: jumptable
declare void @g() unnamed_addr #6

; Function Attrs: naked nocallback nocf_check nodivergencesource
declare void @h() #7

; Function Attrs: noduplicate nofree noimplicitfloat
declare void @i() #8

; Function Attrs: noinline nomerge noprofile nonlazybind
declare void @j() #9

; Function Attrs: norecurse noredzone noreturn nosanitize_bounds nosanitize_coverage
declare void @k() #10

; Function Attrs: nosync nounwind null_pointer_is_valid
declare void @l() #11

; Function Attrs: optforfuzzing optdebug
declare void @m() #12

; Function Attrs: noinline optnone
declare void @n() #13

; Function Attrs: optsize presplitcoroutine
declare void @o() #14

; Function Attrs: returns_twice safestack shadowcallstack
declare void @p() #15

; Function Attrs: sanitize_address sanitize_hwaddress sanitize_memtag sanitize_memory sanitize_thread
declare void @q() #16

; Function Attrs: sanitize_alloc_token sanitize_numerical_stability sanitize_realtime sanitize_type
declare void @r() #17

; Function Attrs: sanitize_realtime_blocking skipprofile
declare void @s() #18

; Function Attrs: speculatable speculative_load_hardening
declare void @t() #19

; Function Attrs: ssp
declare void @u() #20

; Function Attrs: sspreq
declare void @v() #21

; Function Attrs: sspstrong strictfp
declare void @w() #22

; Function Attrs: mustprogress willreturn
declare void @x() #23

; Function Attrs: coro_only_destroy_when_complete coro_elide_safe
declare void @y() #24

attributes #0 = { alwaysinline }
attributes #1 = { nobuiltin }
attributes #2 = { cold hot }
attributes #3 = { convergent }
attributes #4 = { disable_sanitizer_instrumentation fn_ret_thunk_extern hybrid_patchable }
attributes #5 = { inlinehint minsize }
attributes #6 = { jumptable }
attributes #7 = { naked nocallback nocf_check nodivergencesource }
attributes #8 = { noduplicate nofree noimplicitfloat }
attributes #9 = { noinline nomerge noprofile nonlazybind }
attributes #10 = { norecurse noredzone noreturn nosanitize_bounds nosanitize_coverage }
attributes #11 = { nosync nounwind null_pointer_is_valid }
attributes #12 = { optforfuzzing optdebug }
attributes #13 = { noinline optnone }
attributes #14 = { optsize presplitcoroutine }
attributes #15 = { returns_twice safestack shadowcallstack }
attributes #16 = { sanitize_address sanitize_hwaddress sanitize_memtag sanitize_memory sanitize_thread }
attributes #17 = { sanitize_alloc_token sanitize_numerical_stability sanitize_realtime sanitize_type }
attributes #18 = { sanitize_realtime_blocking skipprofile }
attributes #19 = { speculatable speculative_load_hardening }
attributes #20 = { ssp }
attributes #21 = { sspreq }
attributes #22 = { sspstrong strictfp }
attributes #23 = { mustprogress willreturn }
attributes #24 = { coro_only_destroy_when_complete coro_elide_safe }
