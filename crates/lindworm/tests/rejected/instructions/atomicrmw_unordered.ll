; 5:3: atomicrmw cannot be unordered
; atomicrmw is not unordered
define void @f(ptr %p) {
  %x = atomicrmw add ptr %p, i32 1 unordered
  ret void
}
