; 3:19: expected localdynamic, initialexec or localexec
; A thread-local model is one of three
@a = thread_local(fastest) global i32 0
