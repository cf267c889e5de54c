; 3:4: expected '=' in global variable
; A global needs =
@a global i32 0
