; 3:27: missing required field 'directory'
; A field that must be there
!0 = !DIFile(filename: "a")
