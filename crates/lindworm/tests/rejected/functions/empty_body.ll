; 4:1: function body requires at least one basic block
; A body has a block
define void @f() {
}
