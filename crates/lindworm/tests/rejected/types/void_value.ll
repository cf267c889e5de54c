; 3:13: void type only allowed for function results
; void is no type of a variable
@a = global void undef
