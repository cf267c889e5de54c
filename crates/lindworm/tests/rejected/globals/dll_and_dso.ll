; 3:35: dso_location and DLL-StorageClass mismatch
; dllimport is not dso_local
@a = external dso_local dllimport global i32
