; Kinds of variables: global and constant, with and without initializer
@a = global i32 1
@b = constant i32 2
@c = external constant i32
@d = externally_initialized global i32 3
@e = external externally_initialized constant i32
