; On ordinary memory, volatile accesses load and store as others do.
@x = global i32 0

define noundef i32 @main() {
  store volatile i32 5, ptr @x
  %a = load volatile i32, ptr @x
  store i32 6, ptr @x
  %b = load volatile i32, ptr @x
  %s = add i32 %a, %b
  %r = sub i32 %s, 11
  ret i32 %r
}
