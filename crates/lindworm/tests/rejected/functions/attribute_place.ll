; 3:19: this attribute does not apply to functions
; An attribute of parameters does not stand on a function
declare void @f() noalias
