; 3:13: unknown selection kind
; A comdat has a selection kind
$c = comdat some
