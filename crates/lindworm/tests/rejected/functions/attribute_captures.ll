; 3:30: expected one of 'none', 'address', 'address_is_null', 'provenance' or 'read_provenance'
; captures has a component
declare void @f(ptr captures(everything) %x)
