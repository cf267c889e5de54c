; Addresses of blocks, of functions before and after
@t = global [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %1)]
define void @f() {
  br label %a
a:
  br label %1
1:
  ret void
}
define ptr @g() {
  ret ptr blockaddress(@f, %a)
}
