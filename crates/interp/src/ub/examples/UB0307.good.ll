define i32 @main() {
  %slot = alloca ptr
  store ptr blockaddress(@main, %third), ptr %slot
  %to = load ptr, ptr %slot
  indirectbr ptr %to, [label %first, label %second, label %third]
first:
  ret i32 1
second:
  br label %third
third:
  ret i32 0
}
