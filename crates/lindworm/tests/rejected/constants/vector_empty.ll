; 3:23: constant vector must not be empty
; A vector has an element
@a = global <1 x i32> <>
