; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare void @a()

declare fastcc void @b()

declare coldcc void @c()

declare ghccc void @d()

declare anyregcc void @f()

declare preserve_mostcc void @g()

declare preserve_allcc void @h()

declare preserve_nonecc void @h2()

declare cxx_fast_tlscc void @i()

declare tailcc void @k()

declare swiftcc void @l()

declare swifttailcc void @m()

declare cfguard_checkcc void @n()
