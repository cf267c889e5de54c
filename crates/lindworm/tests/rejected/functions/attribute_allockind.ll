; 3:31: unknown allockind fjord
; allockind has known words
declare ptr @f(i32) allockind("fjord")
