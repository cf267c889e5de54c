; An identified struct may hold pointers and be used before its line
%node = type { ptr, %leaf }
%leaf = type { i32, ptr }
@h = global %node { ptr @h, %leaf { i32 1, ptr @h } }
