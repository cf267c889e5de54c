; 3:24: expected string constant
; A string is a string
!0 = !DIFile(filename: 5, directory: "b")
