; The first block has no label in print unless it has a name
define void @a() {
0:
  br label %1
1:
  ret void
}
define void @b() {
entry:
  ret void
}
