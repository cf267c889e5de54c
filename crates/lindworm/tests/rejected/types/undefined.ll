; 3:22: invalid type for null constant
; A type that is used is defined
@a = global %nowhere zeroinitializer
