; 3:45: default access kind must be specified first
; The default access comes first
declare void @f() memory(argmem: read, write)
