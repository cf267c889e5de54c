; 3:27: invalid vector element type
; A vector's elements are numbers or pointers
@a = external global <2 x {i32}>
