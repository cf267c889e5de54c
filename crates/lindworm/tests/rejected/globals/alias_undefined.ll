; 3:21: use of undefined value '@b'
; What an alias names is defined
@a = alias i32, ptr @b
