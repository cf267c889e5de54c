; true and false are i1
@a = global i1 true
@b = global i1 false
@c = global i1 1
@d = global i1 0
@e = global i1 -1
