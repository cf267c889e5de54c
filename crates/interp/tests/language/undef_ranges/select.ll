; Of two numbers an undefined condition takes one.
define noundef i32 @main() {
  %x = select i1 undef, i32 4, i32 6
  %not_more = icmp ule i32 %x, 6
  br i1 %not_more, label %on, label %bad
on:
  %not_nothing = icmp ne i32 %x, 0
  br i1 %not_nothing, label %good, label %bad
good:
  ret i32 0
bad:
  ret i32 1
}
