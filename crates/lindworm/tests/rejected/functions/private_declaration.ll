; 3:9: invalid linkage for function declaration
; A declaration has no linkage of definitions
declare internal void @f()
