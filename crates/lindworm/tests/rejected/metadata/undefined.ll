; 3:13: use of undefined metadata '!0'
; A node that is referred to is defined
!named = !{!0}
