-- Small programs: primes, fib, matrices, a queue, a text index, n queens, files.
local function sieve(n)
  local composite, primes = {}, {}
  for i = 2, n do
    if not composite[i] then
      primes[#primes + 1] = i
      for j = i * i, n, i do composite[j] = true end
    end
  end
  return primes
end
local primes = sieve(5000)
print(#primes, primes[#primes])
local function fib(n) return n < 2 and n or fib(n - 1) + fib(n - 2) end
print(fib(18))
local memo = setmetatable({}, { __index = function(t, n) local v = n < 2 and n or t[n - 1] + t[n - 2]; rawset(t, n, v); return v end })
print(memo[80])
local n = 12
local function matrix(f)
  local m = {}
  for i = 1, n do m[i] = {}; for j = 1, n do m[i][j] = f(i, j) end end
  return m
end
local x, y = matrix(function(i, j) return i + j end), matrix(function(i, j) return i - j / 2 end)
local product = matrix(function(i, j) local s = 0; for k = 1, n do s = s + x[i][k] * y[k][j] end return s end)
print(product[1][1], product[n][n], product[3][7])
local solutions = 0
local function place(row, columns, up, down)
  if row > 6 then solutions = solutions + 1; return end
  for c = 1, 6 do
    if not columns[c] and not up[row + c] and not down[row - c] then
      columns[c], up[row + c], down[row - c] = true, true, true
      place(row + 1, columns, up, down)
      columns[c], up[row + c], down[row - c] = nil, nil, nil
    end
  end
end
place(1, {}, {}, {})
print("queens", solutions)
local name = "scratch.txt"
local file = assert(io.open(name, "w"))
for i = 1, 20 do file:write(i, " ", i * i, "\n") end
file:seek("set", 0)
file:write("X")
print(file:close(), io.type(file))
local total = 0
for line in io.lines(name) do total = total + (tonumber(line:match(" (%d+)")) or 0) end
print(total)
file = io.open(name)
print(file:read("l", "n", "n", 4, "a"):sub(1, 10), file:read("a"), file:read("l"), file:seek("end"))
file:close()
print(os.rename(name, "other.txt"), io.open(name), os.remove("other.txt"), (select(2, os.remove("other.txt"))))
print(os.getenv("GREETING"), os.getenv("NO_SUCH_THING"), type(os.time()), os.time({ year = 2001, month = 9, day = 9, hour = 1, min = 46, sec = 40 }))
print(os.date("!%Y-%m-%d %H:%M:%S %A %j", 1e9), os.setlocale("C"), os.clock() >= 0)
print(string.format("%s %s", pcall(require, "no.such.module")):sub(1, 36))
local chunk = string.dump(function(p) return p * 2 end)
print(load(chunk, "dumped", "b")(21), debug.getinfo(1, "l").currentline, debug.traceback("trace", 1):match("^trace\nstack traceback:"))
io.stderr:write("this goes to the other output\n")
os.exit(7, true)
