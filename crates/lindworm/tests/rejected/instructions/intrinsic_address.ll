; 4:11: intrinsic can only be used as callee
; An intrinsic is only called
define ptr @f() {
  ret ptr @llvm.donothing
}
