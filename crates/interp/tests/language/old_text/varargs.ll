; Variable arguments, and calls whose callee has the type of a pointer, as of LLVM 3.4
%struct.__va_list_tag = type { i32, i32, i8*, i8* }
@format = private unnamed_addr constant [9 x i8] c"%d-%s-%c\00", align 1
@word = private unnamed_addr constant [4 x i8] c"abc\00", align 1
@expected = private unnamed_addr constant [10 x i8] c"-12-abc-!\00", align 1

define i32 @main() nounwind {
entry:
  %buffer = alloca [32 x i8], align 16
  %start = getelementptr inbounds [32 x i8]* %buffer, i64 0, i64 0
  %length = call i32 (i8*, i64, i8*, ...)* @snprintf(i8* %start, i64 32, i8* getelementptr inbounds ([9 x i8]* @format, i64 0, i64 0), i32 -12, i8* getelementptr inbounds ([4 x i8]* @word, i64 0, i64 0), i32 33) nounwind
  %same = call i32 @strcmp(i8* %start, i8* getelementptr inbounds ([10 x i8]* @expected, i64 0, i64 0)) nounwind readonly
  %more = sub i32 %length, 9
  %result = or i32 %same, %more
  ret i32 %result
}

declare i32 @snprintf(i8* nocapture, i64, i8* nocapture, ...) nounwind
declare i32 @strcmp(i8* nocapture, i8* nocapture) nounwind readonly
