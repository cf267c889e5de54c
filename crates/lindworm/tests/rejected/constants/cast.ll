; 3:17: invalid cast opcode for cast from 'i32' to 'i64'
; A conversion suits its types
@a = global i64 trunc (i32 1 to i64)
