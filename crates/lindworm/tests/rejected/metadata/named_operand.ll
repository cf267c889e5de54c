; 3:12: Expected '!' here
; Named metadata holds nodes
!named = !{i32 1}
