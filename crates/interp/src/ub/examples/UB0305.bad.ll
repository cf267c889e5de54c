@table = constant [2 x ptr] [ptr blockaddress(@main, %first), ptr blockaddress(@main, %second)]

define i32 @main() {
  %p = getelementptr inbounds nuw ptr, ptr @table, i64 -1 ; origin
  indirectbr ptr %p, [label %first, label %second] ; UB
first:
  ret i32 1
second:
  ret i32 0
}
