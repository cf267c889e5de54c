; Attributes that came last
declare void @a() nocreateundeforpoison
declare void @b(ptr dead_on_return %p)
