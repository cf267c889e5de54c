; 3:8: unknown target property
; target wants triple or datalayout
target machine = "x"
