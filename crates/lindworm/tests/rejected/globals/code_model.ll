; 3:31: expected global code model string
; A code model is one of five
@a = global i32 0, code_model "huge"
