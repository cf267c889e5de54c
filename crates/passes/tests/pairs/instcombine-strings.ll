; passes: instcombine
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@word = private unnamed_addr constant [6 x i8] c"seven\00"
@line = private unnamed_addr constant [7 x i8] c"seven\0A\00"
@empty = private unnamed_addr constant [1 x i8] zeroinitializer

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
  %n = call i64 @strlen(ptr @word)
  ret i64 %n
}

define i1 @is_empty(ptr %s) {
  %n = call i64 @strlen(ptr %s)
  %r = icmp eq i64 %n, 0
  ret i1 %r
}

define i64 @length_of_either(i1 %c) {
  %s = select i1 %c, ptr @word, ptr @line
  %n = call i64 @strlen(ptr %s)
  ret i64 %n
}

define i64 @not_the_library_function(ptr %s) {
  %n = call i64 @strlen(ptr %s) nobuiltin
  ret i64 %n
}

define i32 @order() {
  %r = call i32 @strcmp(ptr @word, ptr @line)
  ret i32 %r
}

define i32 @compare_with_nothing(ptr %s) {
  %r = call i32 @strcmp(ptr %s, ptr @empty)
  ret i32 %r
}

define ptr @place() {
  %r = call ptr @strchr(ptr @word, i32 118)
  ret ptr %r
}

define ptr @place_within(i64 %n) {
  %r = call ptr @memchr(ptr @word, i32 118, i64 %n)
  ret ptr %r
}

define i1 @same_byte(ptr %a, ptr %b) {
  %r = call i32 @memcmp(ptr %a, ptr %b, i64 1)
  %e = icmp eq i32 %r, 0
  ret i1 %e
}

define i1 @same_bytes(ptr %a, ptr %b, i64 %n) {
  %r = call i32 @memcmp(ptr %a, ptr %b, i64 %n)
  %e = icmp eq i32 %r, 0
  ret i1 %e
}

define ptr @copy(ptr %to) {
  %r = call ptr @strcpy(ptr %to, ptr @word)
  ret ptr %r
}

define ptr @checked_copy(ptr %to) {
  %r = call ptr @__strcpy_chk(ptr %to, ptr @word, i64 2)
  ret ptr %r
}

define void @print_line() {
  %r = call i32 (ptr, ...) @printf(ptr @line)
  ret void
}

define void @print_character(i32 %c) {
  %r = call i32 (ptr, ...) @printf(ptr @format_c, i32 %c)
  ret void
}
@format_c = private unnamed_addr constant [3 x i8] c"%c\00"

define i32 @print_to_memory(ptr %to) {
  %r = call i32 (ptr, ptr, ...) @sprintf(ptr %to, ptr @word)
  ret i32 %r
}

define i64 @number() {
  %r = call i64 @strtol(ptr @digits, ptr null, i32 0)
  ret i64 %r
}
@digits = private unnamed_addr constant [6 x i8] c" -0x1\00"
