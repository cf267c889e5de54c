; Text that jumps nowhere goes on at the first label, with the outputs.
target triple = "x86_64-unknown-linux-gnu"

define noundef i32 @main() {
  %x = callbr i32 asm "movl $1, $0", "=r,r,!i"(i32 5) to label %on [label %elsewhere]
on:
  %r = sub i32 %x, 5
  ret i32 %r
elsewhere:
  ret i32 1
}
