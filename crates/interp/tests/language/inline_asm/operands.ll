; What comes out of inline assembler is in the outputs, in their order; what must be the same as an output goes in there.
target triple = "x86_64-unknown-linux-gnu"

define noundef i32 @main() {
  %swapped = call { i32, i32 } asm "xchg $0, $1", "=r,=r,0,1"(i32 1, i32 2)
  %first = extractvalue { i32, i32 } %swapped, 0
  %copy = call i32 asm "movl $1, $0", "=r,r"(i32 %first)
  %reversed = call i32 asm inteldialect "bswap $0", "=r,0"(i32 %copy)
  %as.it.was = call <2 x i32> asm "", "=x,0"(<2 x i32> <i32 3, i32 4>)
  %four = extractelement <2 x i32> %as.it.was, i32 1
  %right = icmp eq i32 %reversed, 33554432
  %also = icmp eq i32 %four, 4
  %both = and i1 %right, %also
  %r = select i1 %both, i32 0, i32 1
  ret i32 %r
}
