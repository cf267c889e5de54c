; The padding of a structure does not count.
%padded = type { i8, i32 }

define void @take(%padded noundef %x) {
  ret void
}

define noundef i32 @main() {
  %slot = alloca %padded
  store i8 1, ptr %slot
  %second = getelementptr %padded, ptr %slot, i32 0, i32 1
  store i32 2, ptr %second
  %x = load %padded, ptr %slot
  call void @take(%padded noundef %x)
  ret i32 0
}
