; ModuleID = '<stdin>'
source_filename = "<stdin>"

$f = comdat any

declare i32 @personality(...)

; Function Attrs: nounwind
define linkonce_odr protected fastcc noundef i32 @f(i32 noundef %x, ptr readonly captures(none) %y) unnamed_addr #0 section "s" partition "p" comdat align 16 gc "statepoint-example" prefix i32 1 prologue i8 2 personality ptr @personality !prof !0 {
  ret i32 %x
}

attributes #0 = { nounwind }

!0 = !{!"function_entry_count", i64 10}
