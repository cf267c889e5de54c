; 3:45: invalid field 'colour'
; A field that does not exist
!0 = !DIFile(filename: "a", directory: "b", colour: "red")
