; `trunc nuw` that drops a bit gives poison.
define noundef i32 @main() {
  %x = trunc nuw i16 256 to i8
  switch i8 %x, label %end [ i8 1, label %end ] ; UB0303
end:
  ret i32 0
}
