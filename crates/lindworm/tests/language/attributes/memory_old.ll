; The attributes that memory(...) replaced
declare void @a() readnone
declare void @b() readonly
declare void @c() writeonly
declare void @d() argmemonly
declare void @e() inaccessiblememonly
declare void @f() inaccessiblemem_or_argmemonly
declare void @g() readonly argmemonly
declare void @h() writeonly inaccessiblememonly
