; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global i32 0, no_sanitize_address
@b = global i32 0, no_sanitize_hwaddress
@c = global i32 0, sanitize_memtag
@d = global i32 0, sanitize_address_dyninit, align 4
@e = global i32 0, no_sanitize_address, no_sanitize_hwaddress
