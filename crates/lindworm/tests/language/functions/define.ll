; Everything that can stand around a function's body
$f = comdat any
declare i32 @personality(...)
define linkonce_odr protected fastcc noundef i32 @f(i32 noundef %x, ptr nocapture readonly %y) unnamed_addr addrspace(0) nounwind section "s" partition "p" comdat align 16 gc "statepoint-example" prefix i32 1 prologue i8 2 personality ptr @personality !prof !0 {
  ret i32 %x
}
!0 = !{!"function_entry_count", i64 10}
