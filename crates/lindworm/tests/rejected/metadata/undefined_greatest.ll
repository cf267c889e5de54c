; 3:9: use of undefined metadata '!4294967295'
; The greatest number that a node can have is one like the others
!a = !{!4294967295}
