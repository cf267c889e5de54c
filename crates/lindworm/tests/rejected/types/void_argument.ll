; 3:17: void type only allowed for function results
; void is no type of an argument
declare void @f(void)
