; 4:1: unterminated attribute group
; A group ends with a brace
attributes #0 = { nounwind
