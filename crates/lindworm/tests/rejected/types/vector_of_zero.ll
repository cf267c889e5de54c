; 3:14: zero element vector is illegal
; A vector has at least one element
@a = global <0 x i32> zeroinitializer
