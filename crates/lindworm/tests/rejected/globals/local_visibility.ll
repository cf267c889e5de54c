; 3:1: symbol with local linkage must have default visibility
; Local linkage has default visibility
@a = internal hidden global i32 0
