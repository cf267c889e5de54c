; 3:13: invalid element type for struct
; A struct has no function types
%s = type { i32 (i32) }
@a = external global %s
