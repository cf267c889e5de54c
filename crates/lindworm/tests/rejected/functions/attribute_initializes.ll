; 3:49: Invalid (unordered or overlapping) range list
; initializes has ordered ranges
declare void @f(ptr initializes((4, 8), (0, 2)) %p)
