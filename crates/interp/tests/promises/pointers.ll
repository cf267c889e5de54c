; Attributes of pointer arguments: how they are used while the function runs, and after it.

@word = global i32 5, align 4
@kept = global ptr null

define void @write(ptr %p) {
  store i32 1, ptr %p
  ret void
}

define i32 @read(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}

; What the function does that is called in turn counts, too.
define void @readonly_in_turn.callee(ptr readonly %p) {
  call void @write(ptr %p)
  ret void
}

; = UB0513
define void @readonly_in_turn() {
  %x = alloca i32
  call void @readonly_in_turn.callee(ptr %x)
  ret void
}

; = UB0513
define void @readonly_at_the_call() {
  %x = alloca i32
  call void @write(ptr readonly %x)
  ret void
}

; = UB0512
define i32 @readnone_at_the_call() {
  %x = alloca i32
  store i32 1, ptr %x
  %r = call i32 @read(ptr readnone %x)
  ret i32 %r
}

; = poison
define i32 @writeonly_at_the_call() {
  %x = alloca i32
  store i32 1, ptr %x
  %r = call i32 @read(ptr writeonly %x)
  ret i32 %r
}

; A library function keeps to it as well.
; = UB0513
define void @readonly_of_a_library_function() {
  %x = alloca i32
  call void @readonly_copy(ptr %x)
  ret void
}

define void @readonly_copy(ptr readonly %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false)
  ret void
}

define i32 @two(ptr %a, ptr %b) {
  store i32 1, ptr %a
  %v = load i32, ptr %b
  ret i32 %v
}

; = UB0509
define i32 @noalias_at_the_call() {
  %x = alloca i32
  store i32 0, ptr %x
  %r = call i32 @two(ptr noalias %x, ptr %x)
  ret i32 %r
}

; = 2
define i32 @noalias_of_other_bytes() {
  %x = alloca [2 x i32]
  %y = getelementptr i32, ptr %x, i64 1
  store i32 2, ptr %y
  %r = call i32 @two(ptr noalias %x, ptr noalias %y)
  ret i32 %r
}

define ptr @noalias_result_that_is_known.callee() {
  ret ptr @word
}

; = UB0510
define i32 @noalias_result_that_is_known() {
  %r = call noalias ptr @noalias_result_that_is_known.callee()
  store i32 1, ptr %r
  %v = load i32, ptr @word
  ret i32 %v
}

define void @keep(ptr %p) {
  store ptr %p, ptr @kept
  ret void
}

; = UB0511
define i32 @captures_none_at_the_call() {
  %x = alloca i32
  store i32 1, ptr %x
  call void @keep(ptr captures(none) %x)
  %p = load ptr, ptr @kept
  %v = load i32, ptr %p
  ret i32 %v
}

; The address is not the right to access.
; = UB0511
define i32 @captures_address() {
  %x = alloca i32
  store i32 1, ptr %x
  call void @keep(ptr captures(address) %x)
  %p = load ptr, ptr @kept
  %v = load i32, ptr %p
  ret i32 %v
}

; = 1
define i32 @captures_read_provenance() {
  %x = alloca i32
  store i32 1, ptr %x
  call void @keep(ptr captures(address, read_provenance) %x)
  %p = load ptr, ptr @kept
  %v = load i32, ptr %p
  ret i32 %v
}

; = UB0511
define void @captures_read_provenance_and_written() {
  %x = alloca i32
  call void @keep(ptr captures(address, read_provenance) %x)
  %p = load ptr, ptr @kept
  store i32 1, ptr %p
  ret void
}

; Whether it is null is all that is kept.
; = UB0511
define i32 @captures_address_is_null() {
  %x = alloca i32
  store i32 1, ptr %x
  call void @keep(ptr captures(address_is_null) %x)
  %p = load ptr, ptr @kept
  %v = load i32, ptr %p
  ret i32 %v
}

define ptr @give_back(ptr captures(ret: address, provenance) %p) {
  ret ptr %p
}

; = 1
define i32 @captures_by_the_result() {
  %x = alloca i32
  store i32 1, ptr %x
  %p = call ptr @give_back(ptr %x)
  %v = load i32, ptr %p
  ret i32 %v
}

define ptr @keep_and_give_back(ptr captures(address_is_null, ret: address, provenance) %p) {
  store ptr %p, ptr @kept
  ret ptr %p
}

; = UB0511
define i32 @captures_by_the_result_and_otherwise() {
  %x = alloca i32
  store i32 1, ptr %x
  %same = call ptr @keep_and_give_back(ptr %x)
  %p = load ptr, ptr @kept
  %v = load i32, ptr %p
  ret i32 %v
}

; Who has the provenance of the result for reading only.
; = UB0511
define void @captures_by_the_result_for_reading() {
  %x = alloca i32
  %p = call ptr @same(ptr captures(ret: address, read_provenance) %x)
  store i32 1, ptr %p
  ret void
}

define ptr @same(ptr %p) {
  ret ptr %p
}

; The copy that was passed is meant, not the others.
; = 1
define i32 @captures_of_another_copy() {
  %x = alloca i32
  store i32 1, ptr %x
  store ptr %x, ptr @kept
  %v = call i32 @read(ptr captures(none) %x)
  %p = load ptr, ptr @kept
  %again = load i32, ptr %p
  ret i32 %again
}

define void @release(ptr %p) {
  call void @free(ptr %p)
  ret void
}

; = UB0526
define void @nofree_at_the_call() {
  %p = call ptr @malloc(i64 4)
  call void @release(ptr nofree %p)
  ret void
}

define void @half(ptr initializes((0, 2), (4, 6)) %p) {
  store i16 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 4
  store i16 1, ptr %q
  ret void
}

; Only what the ranges name is initialized.
; = 9
define i16 @initializes_two_ranges() {
  %x = alloca [4 x i16]
  store [4 x i16] [i16 9, i16 9, i16 9, i16 9], ptr %x
  call void @half(ptr %x)
  %q = getelementptr i16, ptr %x, i64 1
  %v = load i16, ptr %q
  ret i16 %v
}

define void @before(ptr initializes((-4, 0)) %p) {
  %q = getelementptr i8, ptr %p, i64 -4
  store i32 3, ptr %q
  ret void
}

; = 3
define i32 @initializes_before_the_pointer() {
  %x = alloca [2 x i32]
  %q = getelementptr i32, ptr %x, i64 1
  call void @before(ptr %q)
  %v = load i32, ptr %x
  ret i32 %v
}

; What is called in turn initializes it.
define void @by_another(ptr initializes((0, 4)) %p) {
  call void @write(ptr %p)
  ret void
}

; = 1
define i32 @initializes_in_turn() {
  %x = alloca i32
  call void @by_another(ptr %x)
  %v = load i32, ptr %x
  ret i32 %v
}

define void @atomically(ptr initializes((0, 4)) %p) {
  store atomic i32 1, ptr %p monotonic, align 4
  ret void
}

; = UB0515
define void @initializes_atomically() {
  %x = alloca i32
  call void @atomically(ptr %x)
  ret void
}

; An exception leaves it before the store.
define void @leaves(ptr initializes((0, 4)) %p) {
  call void @throw()
  store i32 1, ptr %p
  ret void
}

; = 8
define i32 @initializes_and_unwinds() personality ptr @__gxx_personality_v0 {
  %x = alloca i32
  store i32 8, ptr %x
  invoke void @leaves(ptr %x) to label %on unwind label %caught
on:
  ret i32 0
caught:
  %pad = landingpad { ptr, i32 } catch ptr null
  %v = load i32, ptr %x
  ret i32 %v
}

define void @writes_and_throws(ptr dead_on_unwind %p, i1 %throws) {
  store i32 1, ptr %p
  br i1 %throws, label %throw, label %end
throw:
  call void @throw()
  unreachable
end:
  ret void
}

; = poison
define i32 @dead_on_unwind() personality ptr @__gxx_personality_v0 {
  %x = alloca i32
  store i32 8, ptr %x
  invoke void @writes_and_throws(ptr %x, i1 true) to label %on unwind label %caught
on:
  ret i32 0
caught:
  %pad = landingpad { ptr, i32 } catch ptr null
  %v = load i32, ptr %x
  ret i32 %v
}

; What was not written is as it was.
; = 8
define i32 @dead_on_unwind_of_other_bytes() personality ptr @__gxx_personality_v0 {
  %x = alloca [2 x i32]
  store [2 x i32] [i32 8, i32 8], ptr %x
  invoke void @writes_and_throws(ptr %x, i1 true) to label %on unwind label %caught
on:
  ret i32 0
caught:
  %pad = landingpad { ptr, i32 } catch ptr null
  %q = getelementptr i32, ptr %x, i64 1
  %v = load i32, ptr %q
  ret i32 %v
}

; = 1
define i32 @dead_on_unwind_returns() personality ptr @__gxx_personality_v0 {
  %x = alloca i32
  invoke void @writes_and_throws(ptr %x, i1 false) to label %on unwind label %caught
on:
  %v = load i32, ptr %x
  ret i32 %v
caught:
  %pad = landingpad { ptr, i32 } catch ptr null
  ret i32 0
}

; `writable` writes what is dereferenceable.
define void @only_throws(ptr dead_on_unwind writable dereferenceable(4) %p) {
  call void @throw()
  unreachable
}

; = poison
define i32 @dead_on_unwind_writable() personality ptr @__gxx_personality_v0 {
  %x = alloca i32
  store i32 8, ptr %x
  invoke void @only_throws(ptr %x) to label %on unwind label %caught
on:
  ret i32 0
caught:
  %pad = landingpad { ptr, i32 } catch ptr null
  %v = load i32, ptr %x
  ret i32 %v
}

; = 6
define i32 @dead_on_unwind_stored_again() personality ptr @__gxx_personality_v0 {
  %x = alloca i32
  invoke void @writes_and_throws(ptr %x, i1 true) to label %on unwind label %caught
on:
  ret i32 0
caught:
  %pad = landingpad { ptr, i32 } catch ptr null
  store i32 6, ptr %x
  %v = load i32, ptr %x
  ret i32 %v
}

; `dead_on_return` speaks of both ways out.
define void @dead_on_return.callee(ptr dead_on_return %p) {
  store i32 1, ptr %p
  call void @throw()
  ret void
}

; = poison
define i32 @dead_on_return_unwinds() personality ptr @__gxx_personality_v0 {
  %x = alloca i32
  invoke void @dead_on_return.callee(ptr %x) to label %on unwind label %caught
on:
  ret i32 0
caught:
  %pad = landingpad { ptr, i32 } catch ptr null
  %v = load i32, ptr %x
  ret i32 %v
}

define void @throw() {
  %exception = call ptr @__cxa_allocate_exception(i64 4)
  store i32 1, ptr %exception
  call void @__cxa_throw(ptr %exception, ptr @_ZTIi, ptr null)
  unreachable
}

@_ZTIi = external constant ptr
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare i32 @__gxx_personality_v0(...)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
