; passes: lower-atomic
; Atomic operations become plain ones.
define i32 @operations(ptr %p, i32 %x) {
  fence seq_cst
  %a = load atomic i32, ptr %p acquire, align 4
  store atomic volatile i32 %a, ptr %p syncscope("singlethread") release, align 4
  %b = atomicrmw xchg ptr %p, i32 %x monotonic, align 4
  %c = atomicrmw nand ptr %p, i32 %b acq_rel, align 8
  %d = atomicrmw umin ptr %p, i32 %c monotonic, align 4
  %e = atomicrmw udec_wrap ptr %p, i32 %d monotonic, align 4
  %f = atomicrmw usub_sat ptr %p, i32 %e monotonic, align 4
  %g = atomicrmw uinc_wrap ptr %p, i32 %f monotonic, align 4
  ret i32 %g
}

define float @floats(ptr %p, float %x) {
  %a = atomicrmw fadd ptr %p, float %x monotonic, align 4
  %b = atomicrmw fmax ptr %p, float %a monotonic, align 4
  ret float %b
}

define i1 @exchange(ptr %p, i32 %old, i32 %new) {
  %pair = cmpxchg ptr %p, i32 %old, i32 %new acq_rel monotonic, align 4
  %done = extractvalue { i32, i1 } %pair, 1
  ret i1 %done
}
