; Values in groups follow an equals sign
define void @a() #0 {
  ret void
}
attributes #0 = { alignstack=16 vscale_range(1,2) memory(read) uwtable "s"="t" noinline nounwind }
