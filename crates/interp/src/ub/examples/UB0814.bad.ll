@text = constant [2 x i8] c"a\00"

declare ptr @tmpfile()
declare i32 @fclose(ptr)
declare i32 @fputs(ptr, ptr)

define i32 @main() {
  %file = call ptr @tmpfile()
  %closed = call i32 @fclose(ptr %file)
  %n = call i32 @fputs(ptr @text, ptr %file) ; UB
  ret i32 0
}
