-- Work for conformance/native-bench: calls, tables, strings, sorting, floats, metamethods.
local function fib(n) if n < 2 then return n end return fib(n-1) + fib(n-2) end
local t0 = fib(27)
local t = {}
local x = 12345
for i = 1, 60000 do x = (x * 1103515245 + 12345) % 2147483648; t[i] = x end
table.sort(t)
local parts = {}
for i = 1, 30000 do parts[#parts+1] = string.format("%d:%s", i, ("x"):rep(i % 7)) end
local s = table.concat(parts, ",")
local n = 0
for w in s:gmatch("%d+:x+") do n = n + #w end
local q = 0.0
for i = 1, 1000000 do q = q + (i % 7) * 0.5 end
local o = setmetatable({}, {__index = function(_, k) return k * 2 end})
for i = 1, 200000 do q = q + o[i] end
print(t0, t[1], #s, n, q, s:gsub("x", "yy"):len())
