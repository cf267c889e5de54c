; 3:35: value for 'column' too large, limit is 65535
; A column has sixteen bits
!0 = !DILocation(line: 1, column: 65536, scope: !1)
