-- Strings: formats, patterns, packing, UTF-8, conversions.
local words = {}
for word in ("the quick brown fox jumps over the lazy dog"):gmatch("%a+") do words[#words + 1] = word:upper():reverse() end
print(table.concat(words, "-"), #words)
print(string.format("%5d|%-8s|%08.3f|%x|%X|%o|%e|%g|%q|%c|%i|%%|%a", 42, "ab", 3.14159, 255, 255, 8, 12345.678, 1e20, 'a "q"\n\0z', 65, -7, 1.5))
print(("hello world from lua"):gsub("(%w+) (%w+)", "%2 %1"))
print(("abc"):gsub("%w", { a = "1", b = false }), ("x = y"):gsub("%s", function(s) return "<" .. #s .. ">" end))
print(("key = value # comment"):match("^(%w+)%s*=%s*(%w+)%s*#%s*(.-)$"))
print(("f(a(b)c)d"):match("%b()"), ("THE (quick) fox"):find("%((%a+)%)"), ("  trim "):match("^%s*(.-)%s*$") .. "|")
print(("x"):rep(5, ","), ("abcdef"):sub(-3, -2), ("abc"):byte(1, -1))
print(string.pack("<i4>d z s1", 1234567, 2.5, "zero", "len"):byte(1, -1))
print(string.unpack("<i4>d z s1", string.pack("<i4>d z s1", -7, -0.1, "zero", "len")))
for _, c in utf8.codes("aé€😀") do io.write(c, " ") end
print(utf8.char(233, 8364, 128512), utf8.len("aé€😀"), utf8.offset("aé€😀", 3))
print(tonumber("0x1p4"), tonumber("  12e2 "), tonumber("z", 36), tonumber("1e"), tonumber("0xffffffffffffffff"), 2 ^ 53, 1 // 0.0, -7 // 2, -7 % 3, 7 % -3.5)
print(math.maxinteger + 1 == math.mininteger, math.type(3), math.type(3.0), 3 | 4, 5 ~ 1, ~0, 1 << 63, 1 >> 1, 10 // 3, 2 ^ 0.5)
print(tostring(1e15), tostring(1e16), 0.1, 1 / 3, -0.0, 100000000000000, math.pi, math.huge, -math.huge)
print(#string.format("%p", words) > 2, string.format("%.14g %.3f %5.1f|%-10.4s|", 0.1, 2 / 3, 9.96, "truncated"))
local buffer = {}
for i = 1, 300 do buffer[#buffer + 1] = string.char(97 + i * 7 % 26) end
local text = table.concat(buffer)
local count = {}
for c in text:gmatch(".") do count[c] = (count[c] or 0) + 1 end
local keys = {}
for k in pairs(count) do keys[#keys + 1] = k end
table.sort(keys)
for _, k in ipairs(keys) do io.write(k, count[k], " ") end
print()
print(select("#", table.unpack({ 1, nil, 3 }, 1, 3)), select(-1, 1, 2, 3), ("%d"):format(3.0), pcall(string.format, "%d", 3.5))
print(load("return 1 + ")) 
print(load("local a <const> = 5; return a * 2")())
