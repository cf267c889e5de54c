; 3:27: void type only allowed for function results
; An array's elements have a size
@a = external global [2 x void]
