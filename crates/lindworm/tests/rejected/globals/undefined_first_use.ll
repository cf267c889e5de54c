; 4:13: use of undefined value '@b'
; What comes first in the text is told, though bodies are read last
define void @f() {
  call void @b()
  ret void
}
@a = global ptr @b
