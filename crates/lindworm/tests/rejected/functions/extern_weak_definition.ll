; 3:8: invalid linkage for function definition
; A definition is not extern_weak
define extern_weak void @f() {
  ret void
}
