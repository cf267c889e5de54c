; 13:1: wrong number of indexes, expected 3
; Branches alone are uses, too
define void @f(i1 %c) {
  br i1 %c, label %b, label %d

b:
  br label %b

d:
  br label %b
}

uselistorder_bb @f, %b, { 1, 0 }
