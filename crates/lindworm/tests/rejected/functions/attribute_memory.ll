; 3:26: expected memory location (argmem, inaccessiblemem, errnomem) or access kind (none, read, write, readwrite)
; memory(...) takes locations and accesses
declare void @f() memory(everything)
