; 3:17: null must be a pointer type
; null is a pointer
@a = global i32 null
