; 11:1: wrong number of indexes, expected 3
; Two branches and the address of the block
@a = global ptr blockaddress(@f, %b)

define void @f() {
  br label %b

b:
  br label %b
}
uselistorder_bb @f, %b, { 1, 0, 2, 3 }
