; 3:19: expected top-level entity
; An attribute that does not exist
declare void @f() fastish
