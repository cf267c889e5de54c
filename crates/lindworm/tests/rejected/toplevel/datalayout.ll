; 3:21: unknown specifier 'q'
; A data layout that cannot be read
target datalayout = "e-q:5"
