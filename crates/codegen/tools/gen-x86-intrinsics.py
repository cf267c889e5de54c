#!/usr/bin/env python3
"""Makes src/x86_64/x86_intrinsics.table: the machine instructions of each `llvm.x86` intrinsic.

    llvm-tblgen --dump-json -I include include/llvm/IR/Intrinsics.td > intrinsics.json
    tools/gen-x86-intrinsics.py intrinsics.json LLC > src/x86_64/x86_intrinsics.table

LLC is LLVM's. For each intrinsic, LLC compiles a function of the C calling convention that only calls the intrinsic, with the fewest
features that it accepts: the code before `ret` is the row. Left out are intrinsics whose code has an address or uses the stack, and those
with operands that have no place in the C convention's registers.

A row is `NAME [ARGUMENT=VALUE|ARGUMENT@OFFSET]... CODE`: CODE is for calls whose constant ARGUMENT has VALUE, or with the low byte of the
constant ARGUMENT at OFFSET. The rows are sorted by name.
"""

import itertools
import json
import math
import re
import struct
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

SSE = """sse4.2 aes pclmul sha gfni popcnt bmi bmi2 adx lzcnt rdrnd rdseed fsgsbase rdpid xsave xsaves xsavec xsaveopt clflushopt clwb
clzero mwaitx waitpkg movdiri movdir64b enqcmd serialize tsxldtrk uintr kl widekl hreset ptwrite invpcid cldemote pconfig wbnoinvd pku
shstk rtm usermsr cmpccxadd raoint rdpru crc32 mmx fxsr movrs""".split()
AVX = SSE + """avx2 fma f16c vaes vpclmulqdq avxvnni avxvnniint8 avxvnniint16 avxifma avxneconvert sm3 sm4 sha512""".split()
AVX512 = SSE + """avx2 fma f16c vaes vpclmulqdq avx512f avx512bw avx512dq avx512vl avx512cd avx512vnni avx512vbmi avx512vbmi2 avx512ifma
avx512bitalg avx512vpopcntdq avx512vp2intersect avx512bf16 avx512fp16 avx10.2 amx-tile amx-int8 amx-bf16""".split()
AMD = AVX + "xop fma4 tbm lwp sse4a".split()
LEVELS = [[], SSE, AVX, AVX512, AMD]
MOST_ROWS = 64
SCALARS = {"i8": 1, "i16": 2, "i32": 4, "i64": 8, "ptr": 8, "float": 4, "double": 8, "half": 2, "void": 0}
ELEMENTS = {"i1": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "f16": 2, "bf16": 2, "f32": 4, "f64": 8}
SPELLED = {"f16": "half", "bf16": "bfloat", "f32": "float", "f64": "double"}


def type_of(record):
    """The IR of a type and its size in bytes; None for a type that the C convention does not pass."""
    name = record["def"]
    if name == "llvm_x86mmx_ty":
        return "<1 x i64>", 8
    if found := re.fullmatch(r"llvm_v(\d+)([a-z]+\d+)_ty", name):
        count, element = int(found[1]), found[2]
        return f"<{count} x {SPELLED.get(element, element)}>", max(count * ELEMENTS[element], 16 if element == "i1" else 0)
    name = name.removeprefix("llvm_").removesuffix("_ty")
    return (name, SCALARS[name]) if name in SCALARS else None


def code_of(object_file):
    """The bytes of the only function; None if it has relocations."""
    section_table, = struct.unpack_from("<Q", object_file, 0x28)
    count, names = struct.unpack_from("<HH", object_file, 0x3C)
    sections = [struct.unpack_from("<IIQQQQIIQQ", object_file, section_table + 64 * i) for i in range(count)]
    name_of = lambda s: object_file[sections[names][4] + s[0]:].split(b"\0")[0]
    by_name = {name_of(s): s for s in sections}
    if b".rela.text" in by_name:
        return None
    text = by_name[b".text"]
    return object_file[text[4]:text[4] + text[5]]


class Intrinsic:
    def __init__(self, record, records, llc):
        self.llc = llc
        self.name = record["LLVMName"] or "llvm." + record["!name"].removeprefix("int_").replace("_", ".")
        self.results = [type_of(t) for t in record["RetTypes"]]
        self.params = [type_of(t) for t in record["ParamTypes"]]
        self.immediates = []
        for item in record["IntrProperties"]:
            item = records[item["def"]]
            if "ImmArg" in item["!superclasses"]:
                # Place 0 is the result.
                self.immediates.append(item["ArgNo"] - 1)
        self.immediates.sort()

    def is_passable(self):
        types = self.results + self.params
        if None in types:
            return False
        wide = [size for _, size in self.results if size > 16]
        vectors = [ty for i, (ty, _) in enumerate(self.params) if ty[0] == "<" and ty != "<1 x i64>" or ty in ("float", "double", "half")]
        others = [i for i in range(len(self.params)) if i not in self.immediates]
        return len(wide) <= 1 and len(vectors) <= 8 and len(others) - len(vectors) <= 6 and len(self.results) <= 3

    def text(self, values):
        types = [ty for ty, _ in self.results]
        result = "void" if not types else types[0] if len(types) == 1 else "{ " + ", ".join(types) + " }"
        params = ", ".join(f"{ty} %a{i}" for i, (ty, _) in enumerate(self.params) if i not in self.immediates)
        args = ", ".join(f"{ty} {values[i] if i in values else f'%a{i}'}" for i, (ty, _) in enumerate(self.params))
        declared = ", ".join(ty + (" immarg" if i in self.immediates else "") for i, (ty, _) in enumerate(self.params))
        end = "ret void" if not types else f"ret {result} %r"
        start = "" if not types else "%r = "
        return (f"define {result} @f({params}) nounwind {{\n {start}call {result} @{self.name}({args})\n {end}\n}}\n"
                f"declare {result} @{self.name}({declared})\n")

    def compile(self, values, level):
        flags = [self.llc, "-mtriple=x86_64-linux-gnu", "-x86-use-vzeroupper=0", "-mattr=" + ",".join("+" + f for f in LEVELS[level]), "-o", "-"]
        run = lambda kind: subprocess.run([*flags, "-filetype=" + kind], input=self.text(values).encode(), capture_output=True)
        listing = run("asm")
        if listing.returncode:
            return None
        lines = [line.split("#")[0].strip() for line in listing.stdout.decode().split("\n") if line.startswith("\t") and not line.startswith("\t.")]
        if [line for line in lines if line.startswith("ret")] != ["retq"] or any("rsp" in line for line in lines):
            return None
        code = code_of(run("obj").stdout)
        return code[:-1] if code and code[-1] == 0xC3 else None

    def rows(self):
        if not self.is_passable():
            return []
        widest = max([size for _, size in self.results + self.params], default=0)
        first = 3 if widest > 32 or any(ty == "<32 x i1>" for ty, _ in self.params + self.results) else 2 if widest > 16 else 0
        for level in range(first, len(LEVELS)):
            for tried in itertools.product([4, 1, 8, 0], repeat=len(self.immediates)):
                base = dict(zip(self.immediates, tried))
                if self.compile(base, level) is not None:
                    return self.rows_at(level, base)
        return []

    def rows_at(self, level, base):
        patched, listed = {}, {}
        for i in self.immediates:
            five, six = (self.compile(base | {i: value}, level) for value in (5, 6))
            differ = [at for at, pair in enumerate(zip(five or b"", six or b"")) if pair[0] != pair[1]]
            if five and six and len(five) == len(six) and len(differ) == 1 and (five[differ[0]], six[differ[0]]) == (5, 6):
                patched[i] = differ[0]
            else:
                listed[i] = [value for value in range(16) if self.compile(base | {i: value}, level) is not None]
        rows = []
        # The tiles of a multiplication are constants too: more code than it is worth.
        if math.prod(map(len, listed.values())) > MOST_ROWS:
            return []
        for values in itertools.product(*listed.values()):
            chosen = dict(zip(listed, values))
            code = self.compile(base | {i: 5 for i in patched} | chosen, level)
            if code is None or any(code[at] != 5 for at in patched.values()):
                continue
            code = bytearray(code)
            for at in patched.values():
                code[at] = 0
            words = [f"{i}={value}" for i, value in chosen.items()] + [f"{i}@{at}" for i, at in patched.items()]
            rows.append(" ".join([self.name.removeprefix("llvm.x86."), *words, code.hex() or "-"]))
        return rows


def main():
    records = json.load(open(sys.argv[1]))
    found = [Intrinsic(r, records, sys.argv[2]) for n, r in records.items() if n.startswith("int_x86_")]
    found.sort(key=lambda intrinsic: intrinsic.name.encode())
    with ThreadPoolExecutor(2) as pool:
        for rows in pool.map(Intrinsic.rows, found):
            for row in rows:
                print(row)


main()
