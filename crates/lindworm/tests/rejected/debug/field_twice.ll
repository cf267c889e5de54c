; 3:45: field 'filename' cannot be specified more than once
; A field stands once
!0 = !DIFile(filename: "a", directory: "b", filename: "a")
