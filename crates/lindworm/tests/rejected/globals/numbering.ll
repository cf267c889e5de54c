; 4:1: global expected to be numbered '@6' or greater
; Numbers of globals do not go back
@5 = global i32 0
@2 = global i32 0
