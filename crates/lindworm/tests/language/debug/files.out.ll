; ModuleID = '<stdin>'
source_filename = "<stdin>"

!named = !{!0, !1, !2}

!0 = !DIFile(filename: "path/to/file", directory: "/path/to/dir")
!1 = !DIFile(filename: "a", directory: "b", checksumkind: CSK_MD5, checksum: "000102030405060708090a0b0c0d0e0f")
!2 = !DIFile(filename: "a", directory: "b", checksumkind: CSK_SHA256, checksum: "0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a", source: "int x;\0A")
