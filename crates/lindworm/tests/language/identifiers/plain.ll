; Names of letters, digits, -, $, . and _ need no quotes
@-a$b._9 = global i32 0
define i32 @f.g(i32 %x-1, i32 %.y) {
$start:
  %_sum = add i32 %x-1, %.y
  ret i32 %_sum
}
