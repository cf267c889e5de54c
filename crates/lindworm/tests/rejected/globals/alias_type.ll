; 3:16: expected comma after alias or ifunc's type
; An alias needs a comma after its type
@a = alias i32 ptr null
