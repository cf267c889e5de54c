; 3:17: use of undefined value '@b'
; That a global is missing comes before that metadata is
@a = global ptr @b, !x !0
