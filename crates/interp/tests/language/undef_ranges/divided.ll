; A quarter of a number is in the middle half of its type, and what is computed of that in as much.
define noundef i32 @main() {
  %quarter = sdiv i32 undef, 4
  %not_more = icmp sle i32 %quarter, 536870912
  br i1 %not_more, label %on, label %bad
on:
  %not_less = icmp sge i32 %quarter, -536870912
  br i1 %not_less, label %next, label %bad
next:
  %more = add i32 %quarter, 536870912
  %positive = icmp sge i32 %more, 0
  br i1 %positive, label %good, label %bad
good:
  ret i32 0
bad:
  ret i32 1
}
