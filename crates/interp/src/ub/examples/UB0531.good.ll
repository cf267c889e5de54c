define i32 @next(i32 %x) nocreateundeforpoison {
  %n = add nuw i32 %x, 1
  ret i32 %n
}

define i32 @main() {
  %n = call i32 @next(i32 0)
  ret i32 0
}
