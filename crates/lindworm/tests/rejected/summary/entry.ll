; 3:6: Expected 'gv', 'module', 'typeid', 'flags' or 'blockcount' at the start of summary entry
; A summary entry is one of a few
^0 = thing: (name: "x")
