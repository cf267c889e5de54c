; 4:1: redefinition of comdat '$c'
; A comdat is defined once
$c = comdat any
$c = comdat any
