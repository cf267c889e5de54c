; 3:24: value for 'line' too large, limit is 4294967295
; A number fits its field
!0 = !DILocation(line: 4294967296, scope: !0)
