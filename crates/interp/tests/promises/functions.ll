; Attributes of functions: at calls, and of what is called in turn.

@word = global i32 5, align 4
@constant = constant i32 6

define i32 @read_word() {
  %v = load i32, ptr @word
  ret i32 %v
}

define void @write_word() {
  store i32 1, ptr @word
  ret void
}

; = UB0523
define i32 @memory_none_at_the_call() {
  %r = call i32 @read_word() memory(none)
  ret i32 %r
}

; = UB0523
define void @memory_read_at_the_call() {
  call void @write_word() memory(read)
  ret void
}

; = 5
define i32 @memory_read_at_the_call_kept() {
  %r = call i32 @read_word() memory(read)
  ret i32 %r
}

; A constant is not memory that anybody writes.
define i32 @read_constant() memory(none) {
  %v = load i32, ptr @constant
  ret i32 %v
}

; = 6
define i32 @memory_none_and_a_constant() {
  %r = call i32 @read_constant()
  ret i32 %r
}

define void @in_turn() memory(argmem: readwrite) {
  call void @write_word()
  ret void
}

; = UB0523
define void @memory_in_turn() {
  call void @in_turn()
  ret void
}

define void @returns() {
  ret void
}

; = UB0524
define void @noreturn_at_the_call() {
  call void @returns() noreturn
  ret void
}

define void @ends() {
  call void @exit(i32 0)
  unreachable
}

; = UB0525
define void @willreturn_at_the_call() {
  call void @ends() willreturn
  ret void
}

define void @frees(ptr %p) {
  call void @free(ptr %p)
  ret void
}

; = UB0526
define void @nofree_at_the_call() {
  %p = call ptr @malloc(i64 1)
  call void @frees(ptr %p) nofree
  ret void
}

define void @fence() {
  fence seq_cst
  ret void
}

; = UB0527
define void @nosync_at_the_call() {
  call void @fence() nosync
  ret void
}

; = nothing
define void @nosync_single_thread() {
  call void @fence_for_itself()
  ret void
}

define void @fence_for_itself() nosync {
  fence syncscope("singlethread") seq_cst
  ret void
}

define void @throw() {
  %exception = call ptr @__cxa_allocate_exception(i64 4)
  store i32 1, ptr %exception
  call void @__cxa_throw(ptr %exception, ptr @_ZTIi, ptr null)
  unreachable
}

; = UB1001
define void @nounwind_at_the_call() {
  call void @throw() nounwind
  ret void
}

; = UB0528
define void @norecurse() norecurse {
  call void @norecurse_again()
  ret void
}

define void @norecurse_again() {
  call void @norecurse()
  ret void
}

; = UB0408
define void @convention() {
  call fastcc void @returns()
  ret void
}

@_ZTIi = external constant ptr
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare void @exit(i32)
declare ptr @malloc(i64)
declare void @free(ptr)
