; 3:27: expected unwind table kind
; uwtable is sync or async
declare void @f() uwtable(maybe)
