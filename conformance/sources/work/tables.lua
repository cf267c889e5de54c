-- Tables, closures, metatables, coroutines, errors, garbage collection, sorting.
local Account = {}
Account.__index = Account
Account.__add = function(a, b) return setmetatable({ v = a.v + b.v }, Account) end
Account.__eq = function(a, b) return a.v == b.v end
Account.__lt = function(a, b) return a.v < b.v end
Account.__le = function(a, b) return a.v <= b.v end
Account.__call = function(self, x) return self.v * x end
Account.__tostring = function(self) return "Account(" .. self.v .. ")" end
Account.__len = function() return 99 end
Account.__concat = function(a, b) return tostring(a) .. "&" .. tostring(b) end
Account.__close = function(self) print("close", self.v) end
local function account(v) return setmetatable({ v = v }, Account) end
local a, b = account(3), account(4)
print(tostring(a + b), a == account(3), a < b, a >= b, a(5), #a, a .. b)
do
  local first <close> = account(1)
  local second <close> = account(2)
  print("inside")
end
local proxy = setmetatable({}, { __index = function(_, k) return k .. "!" end, __newindex = function(t, k, v) rawset(t, k, v * 2) end })
proxy.x = 21
print(proxy.x, proxy.y)

local function counter()
  local n = 0
  return function() n = n + 1; return n end
end
local c1, c2 = counter(), counter()
print(c1(), c1(), c2(), c1())
local closures = {}
for i = 1, 3 do closures[i] = function() i = i + 10; return i end end
print(closures[1](), closures[1](), closures[2]())

local function generate(n)
  return coroutine.wrap(function()
    for i = 1, n do coroutine.yield(i, i * i) end
    return "done"
  end)
end
local next_pair = generate(3)
print(next_pair()); print(next_pair()); print(next_pair()); print(next_pair())
print(pcall(next_pair))
local function permutations(list, n)
  if n == 0 then coroutine.yield(list) end
  for i = 1, n do
    list[n], list[i] = list[i], list[n]
    permutations(list, n - 1)
    list[n], list[i] = list[i], list[n]
  end
end
local found = {}
for p in coroutine.wrap(function() permutations({ "a", "b", "c", "d" }, 4) end) do found[#found + 1] = table.concat(p) end
table.sort(found)
print(#found, found[1], found[24])
local co = coroutine.create(function(x) local y = coroutine.yield(x + 1); error({ code = y }) end)
print(coroutine.resume(co, 1))
local ok, err = coroutine.resume(co, 42)
print(ok, type(err), err.code, coroutine.status(co))
print(coroutine.isyieldable(), select(2, coroutine.running()))
print(coroutine.close(coroutine.create(function() end)))

print(pcall(error, "plain", 0), pcall(error, { 1 }), pcall(error))
print(select(2, pcall(function() local t = nil; return t.x end)))
print(select(2, pcall(function() return 1 + {} end)))
print(select(2, pcall(function() return #5 end)))
print(select(2, pcall(function() return 1 < "2" end)))
print(xpcall(function() error("inner") end, function(m) return "handled: " .. m:gsub("^.-:%d+: ", "") end))
print(select(2, pcall(string.rep, "x", -1)), pcall(setmetatable, 1, {}))
local function deep(n) return n == 0 and 0 or 1 + deep(n - 1) end
print(deep(1000), (select(2, pcall(function() local function f() return ("x"):gsub("x", f) end return f() end)):match("stack overflow")))
print(assert(1, "unused"), pcall(assert, false, "assertion"), pcall(assert, nil))
goto skip
print("never")
::skip::

local list = {}
local seed = 12345
for i = 1, 2000 do seed = (seed * 1103515245 + 12345) % 2147483648; list[i] = seed % 1000 end
table.sort(list)
local sorted = true
for i = 2, #list do sorted = sorted and list[i - 1] <= list[i] end
table.sort(list, function(x, y) return x > y end)
print(sorted, list[1], list[#list], list[1000])
print(pcall(table.sort, { 3, 1, "x" }))
table.insert(list, 1, "first"); table.insert(list, "last")
print(#list, table.remove(list, 1), table.remove(list), #list)
print(table.concat(table.move({ 1, 2, 3 }, 1, 3, 2, { 9 }), ","), table.unpack({ 1, 2, 3 }, 2))
print(next({}), rawlen({ 1, 2 }), rawequal(a, a), rawget(proxy, "z"))

local weak = setmetatable({}, { __mode = "k" })
for i = 1, 100 do weak[{}] = i end
local finalized = 0
for i = 1, 50 do setmetatable({}, { __gc = function() finalized = finalized + 1 end }) end
collectgarbage()
collectgarbage()
print(next(weak), finalized, collectgarbage("count") > 0, collectgarbage("isrunning"))
collectgarbage("generational")
local keep = {}
for i = 1, 3000 do keep[i % 50] = { i, tostring(i), function() return i end } end
collectgarbage("incremental")
collectgarbage("step")
print(keep[7][1], keep[7][2], keep[7][3]())
print(setmetatable({}, { __metatable = "locked" }) and getmetatable(setmetatable({}, { __metatable = "locked" })))
local t = setmetatable({}, { __pairs = function() return function(_, k) k = (k or 0) + 1; if k < 4 then return k, k * k end end, nil, nil end })
for k, v in pairs(t) do io.write(k, "=", v, " ") end
print()
