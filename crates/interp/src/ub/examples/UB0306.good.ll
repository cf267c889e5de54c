define i32 @main() {
  %slot = alloca ptr
  store ptr blockaddress(@main, %second), ptr %slot
  %to = load ptr, ptr %slot
  indirectbr ptr %to, [label %first, label %second]
first:
  ret i32 1
second:
  ret i32 0
}
