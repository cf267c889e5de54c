target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@word = private unnamed_addr constant [6 x i8] c"seven\00"
@line = private unnamed_addr constant [7 x i8] c"seven\0A\00"
@empty = private unnamed_addr constant [1 x i8] zeroinitializer
@format_c = private unnamed_addr constant [3 x i8] c"%c\00"
@digits = private unnamed_addr constant [6 x i8] c" -0x1\00"
@str = private unnamed_addr constant [6 x i8] c"seven\00", align 1

declare i64 @strlen(ptr)

declare i32 @strcmp(ptr, ptr)

declare ptr @strchr(ptr, i32)

declare ptr @memchr(ptr, i32, i64)

declare i32 @memcmp(ptr, ptr, i64)

declare ptr @strcpy(ptr, ptr)

declare i32 @printf(ptr, ...)

declare i32 @sprintf(ptr, ptr, ...)

declare i64 @strtol(ptr, ptr, i32)

declare ptr @__strcpy_chk(ptr, ptr, i64)

define i64 @length() {
  ret i64 5
}

define i1 @is_empty(ptr %s) {
  %char0 = load i8, ptr %s, align 1
  %r = icmp eq i8 %char0, 0
  ret i1 %r
}

define i64 @length_of_either(i1 %c) {
  %n = select i1 %c, i64 5, i64 6
  ret i64 %n
}

define i64 @not_the_library_function(ptr %s) {
  %n = call i64 @strlen(ptr %s) #4
  ret i64 %n
}

define i32 @order() {
  ret i32 -1
}

define i32 @compare_with_nothing(ptr %s) {
  %strcmpload = load i8, ptr %s, align 1
  %r = zext i8 %strcmpload to i32
  ret i32 %r
}

define ptr @place() {
  ret ptr getelementptr inbounds nuw (i8, ptr @word, i64 2)
}

define ptr @place_within(i64 %n) {
  %memchr.cmp = icmp ult i64 %n, 3
  %r = select i1 %memchr.cmp, ptr null, ptr getelementptr inbounds nuw (i8, ptr @word, i64 2)
  ret ptr %r
}

define i1 @same_byte(ptr %a, ptr %b) {
  %lhsc = load i8, ptr %a, align 1
  %rhsc = load i8, ptr %b, align 1
  %e = icmp eq i8 %lhsc, %rhsc
  ret i1 %e
}

define i1 @same_bytes(ptr %a, ptr %b, i64 %n) {
  %bcmp = call i32 @bcmp(ptr %a, ptr %b, i64 %n)
  %e = icmp eq i32 %bcmp, 0
  ret i1 %e
}

define ptr @copy(ptr %to) {
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 1 dereferenceable(6) %to, ptr noundef nonnull align 1 dereferenceable(6) @word, i64 6, i1 false)
  ret ptr %to
}

define ptr @checked_copy(ptr %to) {
  %r = call ptr @__memcpy_chk(ptr %to, ptr nonnull @word, i64 6, i64 2)
  ret ptr %r
}

define void @print_line() {
  %puts = call i32 @puts(ptr nonnull dereferenceable(1) @str)
  ret void
}

define void @print_character(i32 %c) {
  %putchar = call i32 @putchar(i32 %c)
  ret void
}

define i32 @print_to_memory(ptr %to) {
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 1 dereferenceable(6) %to, ptr noundef nonnull align 1 dereferenceable(6) @word, i64 6, i1 false)
  ret i32 5
}

define i64 @number() {
  ret i64 -1
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: read)
declare i32 @bcmp(ptr captures(none), ptr captures(none), i64) #0

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #1

; Function Attrs: nounwind
declare ptr @__memcpy_chk(ptr, ptr, i64, i64) #2

; Function Attrs: nofree nounwind
declare noundef i32 @puts(ptr noundef readonly captures(none)) #3

; Function Attrs: nofree nounwind
declare noundef i32 @putchar(i32 noundef) #3

attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: read) }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nounwind }
attributes #3 = { nofree nounwind }
attributes #4 = { nobuiltin }
