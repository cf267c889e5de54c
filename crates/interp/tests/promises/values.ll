; Attributes of values: at calls, of results, of elements.

define i32 @noundef_call_poison.callee(i32 %x) {
  ret i32 0
}

; At the call, whatever the function says.
; = UB0501
define i32 @noundef_call_poison() {
  %r = call i32 @noundef_call_poison.callee(i32 noundef poison)
  ret i32 %r
}

; = 0
define i32 @noundef_not_said() {
  %r = call i32 @noundef_call_poison.callee(i32 poison)
  ret i32 %r
}

; = UB0501
define void @noundef_element() {
  call void @take_vector(<2 x i32> noundef <i32 1, i32 poison>)
  ret void
}

; = UB0502
define void @noundef_field() {
  call void @take_pair({ i32, i32 } noundef { i32 1, i32 undef })
  ret void
}

; Padding is no part of the value.
; = nothing
define void @noundef_padding() {
  %place = alloca { i8, i32 }
  %first = getelementptr { i8, i32 }, ptr %place, i32 0, i32 0
  %second = getelementptr { i8, i32 }, ptr %place, i32 0, i32 1
  store i8 1, ptr %first
  store i32 2, ptr %second
  %value = load { i8, i32 }, ptr %place
  call void @take_padded({ i8, i32 } noundef %value)
  ret void
}

define i32 @half_undef() {
  %place = alloca i32
  store i16 1, ptr %place
  %value = load i32, ptr %place
  ret i32 %value
}

; Some bits are enough.
; = UB0502
define i32 @noundef_result_of_a_call() {
  %r = call noundef i32 @half_undef()
  ret i32 0
}

; = UB0503
define void @nonnull_at_the_call() {
  call void @take_pointer(ptr nonnull noundef null)
  ret void
}

; = UB0504
define void @align_at_the_call() {
  %odd = getelementptr i8, ptr @word, i64 1
  call void @take_pointer(ptr align 2 noundef %odd)
  ret void
}

define ptr @odd() {
  %odd = getelementptr i8, ptr @word, i64 1
  ret ptr %odd
}

; = poison
define ptr @align_of_a_result() {
  %r = call align 4 ptr @odd()
  ret ptr %r
}

; = UB0505
define void @range_of_elements() {
  call void @take_vector(<2 x i32> noundef range(i32 0, 10) <i32 9, i32 10>)
  ret void
}

; The range is `[a, b)`.
; = nothing
define void @range_of_elements_kept() {
  call void @take_vector(<2 x i32> noundef range(i32 0, 10) <i32 9, i32 0>)
  ret void
}

define i32 @ten() {
  ret i32 10
}

; = poison
define i32 @range_of_a_result() {
  %r = call range(i32 0, 10) i32 @ten()
  ret i32 %r
}

; = UB0506
define void @class_at_the_call() {
  call void @take_double(double nofpclass(nan) noundef 0x7FF8000000000000)
  ret void
}

; = nothing
define void @other_class() {
  call void @take_double(double nofpclass(inf) noundef 0x7FF8000000000000)
  ret void
}

; The classes tell a zero by its sign.
; = UB0506
define void @negative_zero() {
  call void @take_double(double nofpclass(nzero) noundef -0.0)
  ret void
}

; = UB0507
define void @dereferenceable_of_less() {
  %last = getelementptr i8, ptr @word, i64 1
  call void @take_pointer(ptr dereferenceable(4) %last)
  ret void
}

; = UB0507
define void @dereferenceable_freed() {
  %p = call ptr @malloc(i64 8)
  call void @free(ptr %p)
  call void @take_pointer(ptr dereferenceable(1) %p)
  ret void
}

; = UB0508
define void @dereferenceable_or_null_of_less() {
  call void @take_pointer(ptr dereferenceable_or_null(5) @word)
  ret void
}

; = nothing
define void @dereferenceable_or_null_is_null() {
  call void @take_pointer(ptr dereferenceable_or_null(5) null)
  ret void
}

define ptr @give_word() {
  ret ptr @word
}

; = UB0507
define ptr @dereferenceable_result() {
  %r = call dereferenceable(8) ptr @give_word()
  ret ptr %r
}

define i32 @give_other(i32 returned %a) {
  ret i32 7
}

define i32 @returned_at_the_call.callee(i32 %a) {
  ret i32 7
}

; = UB0516
define i32 @returned_at_the_call() {
  %r = call i32 @returned_at_the_call.callee(i32 returned 8)
  ret i32 %r
}

; = 7
define i32 @returned_at_the_call_kept() {
  %r = call i32 @returned_at_the_call.callee(i32 returned 7)
  ret i32 %r
}

; `indirect` calls are looked at as direct ones.
; = UB0501
define void @indirect() {
  %callee = load ptr, ptr @pointer_to_take_vector
  call void %callee(<2 x i32> noundef poison)
  ret void
}

; So are those with `invoke`.
; = UB0505
define void @invoked() personality ptr null {
  invoke void @take_vector(<2 x i32> noundef range(i32 0, 2) <i32 3, i32 1>) to label %on unwind label %caught
on:
  ret void
caught:
  %pad = landingpad { ptr, i32 } cleanup
  ret void
}

@word = global i32 5, align 4
@pointer_to_take_vector = global ptr @take_vector

define void @take_vector(<2 x i32> %v) {
  ret void
}

define void @take_pair({ i32, i32 } %v) {
  ret void
}

define void @take_padded({ i8, i32 } %v) {
  ret void
}

define void @take_pointer(ptr %p) {
  ret void
}

define void @take_double(double %d) {
  ret void
}

declare ptr @malloc(i64)
declare void @free(ptr)
