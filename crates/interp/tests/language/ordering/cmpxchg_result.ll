; `cmpxchg` gives what was there, and whether it was what was expected; only then it stores.
define noundef i32 @main() {
  %x = alloca i32
  store i32 3, ptr %x
  %a = cmpxchg ptr %x, i32 4, i32 9 seq_cst seq_cst
  %a.old = extractvalue { i32, i1 } %a, 0
  %a.done = extractvalue { i32, i1 } %a, 1
  %b = cmpxchg ptr %x, i32 3, i32 9 seq_cst seq_cst
  %b.old = extractvalue { i32, i1 } %b, 0
  %b.done = extractvalue { i32, i1 } %b, 1
  %now = load i32, ptr %x
  %one = icmp eq i32 %a.old, 3
  %two = xor i1 %a.done, true
  %three = icmp eq i32 %b.old, 3
  %four = icmp eq i32 %now, 9
  %c = and i1 %one, %two
  %d = and i1 %three, %four
  %e = and i1 %c, %d
  %f = and i1 %e, %b.done
  %r = select i1 %f, i32 0, i32 1
  ret i32 %r
}
