; 3:30: expected function name in blockaddress
; blockaddress names a function
@a = global ptr blockaddress(@b, %c)
@b = global i32 0
