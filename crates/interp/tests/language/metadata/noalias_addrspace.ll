; `!noalias.addrspace` speaks of where the object was allocated.
@x = addrspace(1) global i64 0

define noundef i32 @main() {
  %valid = alloca i64
  store i64 0, ptr %valid
  %a = atomicrmw and ptr %valid, i64 1 seq_cst, !noalias.addrspace !0
  %cast = addrspacecast ptr addrspace(1) @x to ptr
  %b = atomicrmw and ptr %cast, i64 1 seq_cst, !noalias.addrspace !0 ; UB0614
  ret i32 0
}

!0 = !{i32 1, i32 2}
