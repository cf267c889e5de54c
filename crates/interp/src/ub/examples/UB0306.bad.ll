define i32 @main() {
  %slot = alloca ptr
  %to = load ptr, ptr %slot ; origin
  indirectbr ptr %to, [label %first, label %second] ; UB
first:
  ret i32 1
second:
  ret i32 0
}
