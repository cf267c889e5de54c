@table = constant [2 x ptr] [ptr blockaddress(@main, %first), ptr blockaddress(@main, %second)]

define i32 @main() {
  %p = getelementptr inbounds nuw ptr, ptr @table, i64 1
  %to = load ptr, ptr %p
  indirectbr ptr %to, [label %first, label %second]
first:
  ret i32 1
second:
  ret i32 0
}
