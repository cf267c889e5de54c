; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare void @a(ptr captures(none))

declare void @b(ptr captures(none))

declare void @c(ptr captures(address))

declare void @d(ptr captures(address_is_null))

declare void @e(ptr captures(provenance))

declare void @f(ptr captures(read_provenance))

declare void @g(ptr captures(address, read_provenance))

declare void @h(ptr captures(ret: address, provenance))

declare void @i(ptr captures(address_is_null, ret: address, provenance))

declare void @j(ptr captures(address, provenance))
