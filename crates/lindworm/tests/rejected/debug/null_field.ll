; 3:34: 'scope' cannot be null
; A scope is not null
!0 = !DILocation(line: 1, scope: null)
