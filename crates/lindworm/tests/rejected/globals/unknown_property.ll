; 3:20: unknown global variable property!
; Behind the comma comes a known word
@a = global i32 0, color "red"
