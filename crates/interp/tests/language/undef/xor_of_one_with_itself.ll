; Each use of an undefined value may see another value.
define i1 @same(i32 %b) {
  %c = xor i32 %b, %b
  %z = icmp eq i32 %c, 0
  ret i1 %z
}

define noundef i32 @main() {
  %slot = alloca i32
  %b = load i32, ptr %slot
  %z = call i1 @same(i32 %b)
  br i1 %z, label %end, label %end ; UB0302
end:
  ret i32 0
}
