; An operation with a poison operand gives poison.
define noundef i32 @main() {
  %p = sub i32 poison, 1
  switch i32 %p, label %end [ i32 1, label %end ] ; UB0303
end:
  ret i32 0
}
