; 3:1: expected top-level entity
; A word that starts nothing
hello
