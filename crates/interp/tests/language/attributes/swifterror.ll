; What a function stores to its `swifterror` argument its caller finds there.
define void @f(ptr swifterror %e) {
  %old = load ptr, ptr %e
  %is_null = icmp eq ptr %old, null
  %new = select i1 %is_null, ptr @f, ptr null
  store ptr %new, ptr %e
  ret void
}

define noundef i32 @main() {
  %e = alloca swifterror ptr
  store ptr null, ptr %e
  call void @f(ptr swifterror %e)
  %found = load ptr, ptr %e
  %right = icmp eq ptr %found, @f
  %status = select i1 %right, i32 0, i32 1
  ret i32 %status
}
