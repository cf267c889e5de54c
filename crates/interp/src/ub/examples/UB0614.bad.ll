@x = addrspace(1) global i32 0

define i32 @main() {
  %p = addrspacecast ptr addrspace(1) @x to ptr
  %old = atomicrmw add ptr %p, i32 1 seq_cst, !noalias.addrspace !0 ; UB
  ret i32 %old
}

!0 = !{i32 1, i32 2}
