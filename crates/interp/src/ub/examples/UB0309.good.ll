define i32 @main() {
  %slot = alloca ptr
  store ptr blockaddress(@main, %first), ptr %slot
  %to = load ptr, ptr %slot
  %same = icmp eq ptr %to, null
  br i1 %same, label %second, label %jump
jump:
  indirectbr ptr %to, [label %first, label %second]
first:
  ret i32 0
second:
  ret i32 1
}
