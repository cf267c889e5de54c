; 3:59: invalid checksum kind 'CSK_Foo'
; A checksum has a kind
!0 = !DIFile(filename: "a", directory: "b", checksumkind: CSK_Foo, checksum: "00")
