; 3:19: expected string constant
; source_filename wants a string
source_filename = abc
