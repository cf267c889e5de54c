; 3:28: end of file in string constant
; A string ends on quote
@a = global i32 0, section "abc
