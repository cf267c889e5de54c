; Metadata: of calls, of vectors and aggregates, and where it is no promise.

@word = global i32 5, align 4
@poisoned = global i32 poison
@table = constant [2 x i32] [i32 1, i32 2]
@pointer = global ptr @word
@two_functions = global [2 x ptr] [ptr @one, ptr @two]
@float_nan = global double 0x7FF8000000000000

define i32 @one() {
  ret i32 1
}

define i32 @two() {
  ret i32 2
}

; = poison
define i32 @range_of_a_call() {
  %r = call i32 @two(), !range !0
  ret i32 %r
}

; = 1
define i32 @range_of_a_call_kept() {
  %r = call i32 @one(), !range !0
  ret i32 %r
}

; = UB0603
define i32 @range_and_noundef() {
  %r = load i32, ptr @word, !range !0, !noundef !1
  ret i32 %r
}

; = UB0601
define void @noundef_element() {
  %place = alloca <2 x i32>
  store <2 x i32> <i32 1, i32 poison>, ptr %place
  %v = load <2 x i32>, ptr %place, !noundef !1
  ret void
}

; = UB0602
define void @noundef_of_what_was_never_written() {
  %place = alloca i32
  %v = load i32, ptr %place, !noundef !1
  ret void
}

; Without it, a load of either is allowed.
; = poison
define i32 @no_promise() {
  %v = load i32, ptr @poisoned
  ret i32 %v
}

; = poison
define ptr @align_of_a_load() {
  %place = alloca ptr
  %odd = getelementptr i8, ptr @word, i64 1
  store ptr %odd, ptr %place
  %p = load ptr, ptr %place, !align !2
  ret ptr %p
}

; = UB0605
define ptr @align_and_noundef() {
  %place = alloca ptr
  %odd = getelementptr i8, ptr @word, i64 1
  store ptr %odd, ptr %place
  %p = load ptr, ptr %place, !align !2, !noundef !1
  ret ptr %p
}

; = UB0607
define ptr @dereferenceable_of_less() {
  %p = load ptr, ptr @pointer, !dereferenceable !3
  ret ptr %p
}

; `inttoptr` may promise it, too.
; = UB0607
define ptr @dereferenceable_inttoptr() {
  %i = ptrtoint ptr @word to i64
  %p = inttoptr i64 %i to ptr, !dereferenceable !3
  ret ptr %p
}

; = UB0608
define ptr @dereferenceable_or_null_of_less() {
  %p = load ptr, ptr @pointer, !dereferenceable_or_null !3
  ret ptr %p
}

; = null
define ptr @dereferenceable_or_null_is_null() {
  %place = alloca ptr
  store ptr null, ptr %place
  %p = load ptr, ptr %place, !dereferenceable_or_null !3
  ret ptr %p
}

; = poison
define double @class_of_a_load() {
  %v = load double, ptr @float_nan, !nofpclass !4
  ret double %v
}

; = UB0612
define i32 @callees() {
  %callee = load ptr, ptr getelementptr (i8, ptr @two_functions, i64 8)
  %r = call i32 %callee(), !callees !5
  ret i32 %r
}

; = 1
define i32 @callees_kept() {
  %callee = load ptr, ptr @two_functions
  %r = call i32 %callee(), !callees !5
  ret i32 %r
}

; Loads alone keep nothing apart.
; = 10
define i32 @noalias_loads() {
  %a = load i32, ptr @word, !alias.scope !7
  %b = load i32, ptr @word, !noalias !7
  %r = add i32 %a, %b
  ret i32 %r
}

; = UB0609
define i32 @noalias_load_and_store() {
  store i32 1, ptr @word, !alias.scope !7
  %b = load i32, ptr @word, !noalias !7
  ret i32 %b
}

; `!invariant.load` of a constant holds.
; = 1
define i32 @invariant_load_of_a_constant() {
  %a = load i32, ptr @table, !invariant.load !1
  ret i32 %a
}

; = UB0610
define i32 @invariant_load_of_what_changes() {
  %place = alloca i32
  store i32 1, ptr %place
  %a = load i32, ptr %place, !invariant.load !1
  store i32 2, ptr %place
  ret i32 %a
}

; Types of memory are not looked at.
; = 5
define i32 @tbaa_says_what_may_alias() {
  %place = alloca i32
  store i32 5, ptr %place, !tbaa !10
  %v = load i32, ptr %place, !tbaa !12
  ret i32 %v
}

; What only tells how often or how likely promises nothing.
; = 1
define i32 @branch_weights() {
  br i1 true, label %a, label %b, !prof !14, !unpredictable !1
a:
  ret i32 1
b:
  ret i32 2
}

!0 = !{i32 0, i32 2}
!1 = !{}
!2 = !{i64 4}
!3 = !{i64 8}
!4 = !{i32 3}
!5 = !{ptr @one}
!6 = distinct !{!6}
!7 = !{!8}
!8 = distinct !{!8, !6}
!9 = !{!"root"}
!10 = !{!11, !11, i64 0}
!11 = !{!"int", !9, i64 0}
!12 = !{!13, !13, i64 0}
!13 = !{!"float", !9, i64 0}
!14 = !{!"branch_weights", i32 0, i32 1000}
