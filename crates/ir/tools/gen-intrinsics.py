#!/usr/bin/env python3
"""Makes src/intrinsics/table.rs and table.bin from LLVM's own description of its intrinsics.

    llvm-tblgen --dump-json -I include include/llvm/IR/Intrinsics.td > intrinsics-22.json   (and so for each version)
    tools/gen-intrinsics.py src/intrinsics intrinsics-22.json intrinsics-23.json

One description for each version of `IrVersion`, in that order. table.bin holds these sections; the intrinsics of all versions are
numbered in the order of their names, numbers are little endian:

    ENTRIES         per version and intrinsic: u16 where its signature starts, u16 where its attributes start; 0xffff
                    where the version does not have it
    BLOCKS          u32 per 16 intrinsics: where their names start
    NAMES           per intrinsic: u8 how many bytes it shares with the name before it (0 at a block's start),
                    u8 how many bytes follow, those bytes
    SIGNATURES      u8 length, then descriptors: result, parameters (a letter and its operands, see `SIMPLE` and below)
    ATTRIBUTE_SETS  u8 count, then pairs: u8 place (0 result, 1.. argument, 255 function), u8 index in `ATTRIBUTES`

Whatever this program does not know in a later LLVM stops it with a KeyError.
"""

import collections
import json
import os
import struct
import sys

BLOCK = 16

# IIT_* records without operands, as descriptors.
SIMPLE = {
    "Done": b"v", "VARARG": b".", "F16": b"h", "BF16": b"b", "F32": b"f", "F64": b"d", "F128": b"q", "PPCF128": b"Q",
    "AMX": b"a", "TOKEN": b"t", "METADATA": b"M", "AARCH64_SVCOUNT": b"c", "MMX": b"x\1\0i\x40", "EMPTYSTRUCT": b"{\0",
    "PTR": b"p\0", "EXTERNREF": b"p\x0a", "FUNCREF": b"p\x14",
}
# What was a pointer up to LLVM 22.
REFERENCES = {"EXTERNREF": b"k", "FUNCREF": b"K"}
# IIT_* records followed by an overload index, up to LLVM 22 as (overload index << 3 | kind) where the kind says nothing.
BY_OVERLOAD = {
    "EXTEND_ARG": b"e", "TRUNC_ARG": b"u", "SAME_VEC_WIDTH_ARG": b"w", "VEC_ELEMENT": b"l", "SUBDIVIDE2_ARG": b"2",
    "SUBDIVIDE4_ARG": b"4", "VEC_OF_BITCASTS_TO_INT": b"B",
}
# What may stand for an overload: any type, any integer, float, vector, pointer; or the type it already has.
OVERLOAD_KINDS = {0: b"*", 1: b"i", 2: b"f", 3: b"v", 4: b"p", 7: b"="}
# From LLVM 23 on: (1 vector or 2 scalar) << 4 | (1 integer, 2 float, 3 pointer).
CONSTRAINTS = {
    0x00: b"*", 0x01: b"i", 0x02: b"f", 0x10: b"v", 0x23: b"p", 0x11: b"I", 0x12: b"F", 0x13: b"P", 0x21: b"j", 0x22: b"g",
}

# Locations of a memory(...) attribute, two bits each: 1 reads, 2 writes.
ARG_MEM, INACCESSIBLE_MEM, ALL_MEM = 0b11, 0b1100, 0b111111111111
MEMORY = {
    "IntrNoMem": 0, "IntrReadMem": 0b010101010101, "IntrWriteMem": 0b101010101010, "IntrArgMemOnly": ARG_MEM,
    "IntrInaccessibleMemOnly": INACCESSIBLE_MEM, "IntrInaccessibleMemOrArgMemOnly": ARG_MEM | INACCESSIBLE_MEM,
}
FUNCTION_FLAGS = {
    "IntrNoReturn": "noreturn", "IntrNoCallback": "nocallback", "IntrNoSync": "nosync", "IntrNoFree": "nofree",
    "IntrWillReturn": "willreturn", "IntrCold": "cold", "IntrNoDuplicate": "noduplicate", "IntrNoMerge": "nomerge",
    "IntrConvergent": "convergent", "IntrSpeculatable": "speculatable", "IntrStrictFP": "strictfp",
    "IntrNoCreateUndefOrPoison": "nocreateundeforpoison",
}
NO_ATTRIBUTE = {"Commutative", "Throws", "IntrHasSideEffects", "IntrTriviallyScalarizable"}
LOCATIONS = {"ArgMem": 0b11, "InaccessibleMem": 0b1100, "TargetMem0": 0b11 << 8, "TargetMem1": 0b11 << 10}
ARGUMENT_FLAGS = {
    "NoAlias": "noalias", "NoUndef": "noundef", "NonNull": "nonnull", "Returned": "returned", "ReadOnly": "readonly",
    "WriteOnly": "writeonly", "ReadNone": "readnone", "ImmArg": "immarg",
}

# What LLVM's functions that print immediate arguments print for 0, 1, 2, ...; None prints the number.
PRINTERS = {
    None: [],
    "printFPClassMask": "FpClass",
    "printTcgen05MMAKind": ["f16", "tf32", "f8f6f4", "i8"],
    "printTcgen05CollectorUsageOp": ["discard", "lastuse", "fill", "use"],
    "printTensormapElemType": [
        "u8", "u16", "u32", "s32", "u64", "s64", "f16", "f32", "f32.ftz", "f64", "bf16", "tf32", "tf32.ftz", "b4x16",
        "b4x16_p64", "b6x16_p32",
    ],
    "printTensormapInterleaveLayout": ["No interleave", "16B interleave", "32B interleave"],
    "printTensormapSwizzleMode": [
        "No swizzling", "32B swizzling", "64B swizzling", "128B swizzling", "96B swizzling",
    ],
    "printTensormapSwizzleAtomicity": ["16B", "32B", "32B + 8B flip", "64B"],
    "printTensormapFillMode": ["Zero fill", "OOB-NaN fill"],
}


# The intrinsics of targets that the verifier has rules about: they have constants, as those of no target have.
WITH_RULES = """
aarch64.ldaxr aarch64.ldxr aarch64.prefetch aarch64.range.prefetch aarch64.stlxr aarch64.stxr
amdgcn.av.load.b128 amdgcn.av.store.b128
amdgcn.global.load.async.lds amdgcn.global.load.lds amdgcn.load.async.to.lds amdgcn.load.to.lds
amdgcn.raw.buffer.load.async.lds amdgcn.raw.buffer.load.lds amdgcn.raw.ptr.buffer.load.async.lds
amdgcn.raw.ptr.buffer.load.lds amdgcn.struct.buffer.load.async.lds amdgcn.struct.buffer.load.lds
amdgcn.struct.ptr.buffer.load.async.lds amdgcn.struct.ptr.buffer.load.lds
amdgcn.call.whole.wave amdgcn.cooperative.atomic.load.16x8B amdgcn.cooperative.atomic.load.32x4B
amdgcn.cooperative.atomic.load.8x16B amdgcn.cooperative.atomic.store.16x8B amdgcn.cooperative.atomic.store.32x4B
amdgcn.cooperative.atomic.store.8x16B amdgcn.cs.chain amdgcn.init.exec.from.input amdgcn.kill
amdgcn.mfma.scale.f32.16x16x128.f8f6f4 amdgcn.mfma.scale.f32.32x32x64.f8f6f4 amdgcn.s.prefetch.data
amdgcn.set.inactive.chain.arg amdgcn.unreachable amdgcn.wmma.f32.16x16x128.f8f6f4
amdgcn.wmma.scale.f32.16x16x128.f8f6f4 amdgcn.wmma.scale16.f32.16x16x128.f8f6f4 arm.ldaex arm.ldrex arm.stlex arm.strex
nvvm.setmaxnreg.dec.sync.aligned.u32 nvvm.setmaxnreg.inc.sync.aligned.u32
""".split()


def signature(codes, iit):
    """LLVM's type signature (a list of IIT_* numbers and their operands) as descriptors."""
    shift = 3 if "ARG" in iit.values() else 0
    rest, out = collections.deque(codes), b""
    while rest:
        kind = iit[rest.popleft()]
        scalable = kind == "SCALABLE_VEC"
        if scalable:
            kind = iit[rest.popleft()]
        if shift == 0 and kind in REFERENCES:
            out += REFERENCES[kind]
        elif kind in SIMPLE:
            out += SIMPLE[kind]
        elif kind in BY_OVERLOAD:
            out += BY_OVERLOAD[kind] + bytes([rest.popleft() >> shift])
        elif kind[0] == "I" and kind[1:].isdigit():
            out += b"i" + bytes([int(kind[1:])])
        elif kind[0] == "V" and kind[1:].isdigit():
            # That a vector is scalable is said before its length up to LLVM 22, and behind it since.
            if shift == 0 and iit[rest[0]] == "SCALABLE_VEC":
                rest.popleft()
                scalable = True
            out += (b"X" if scalable else b"x") + struct.pack("<H", int(kind[1:]))
        elif kind in ("ANYPTR", "PTR_AS"):
            out += b"p" + bytes([rest.popleft()])
        elif kind == "STRUCT":
            out += b"{" + bytes([rest.popleft() + 2])
        elif kind == "ARG":
            info = rest.popleft()
            out += b"o" + bytes([info >> 3]) + OVERLOAD_KINDS[info & 7]
        elif kind == "ANY":
            out += b"o" + bytes([rest.popleft()]) + CONSTRAINTS[rest.popleft()]
        elif kind == "MATCH":
            out += b"o" + bytes([rest.popleft()]) + b"="
        elif kind == "ONE_NTH_ELTS_VEC_ARG":
            out += b"n" + bytes([rest.popleft(), rest.popleft()])
        elif kind == "VEC_OF_ANYPTRS_TO_ELT":
            out += b"P" + bytes([rest.popleft(), rest.popleft()])
        else:
            raise KeyError(kind)
    return out


def attributes(record, defs, defaults):
    """The attributes of an intrinsic, as (place, Rust expression)."""
    names = [p["def"] for p in record["IntrProperties"]]
    if not record["DisableDefaultAttributes"]:
        names += defaults
    memory, out = ALL_MEM, set()
    flags = {n for n in names if not n.startswith("anonymous")}
    for name in names:
        prop = defs[name]
        kind = prop["!superclasses"][-1]
        place = prop.get("ArgNo")
        if kind == "ArgInfo" or name in NO_ATTRIBUTE:
            continue
        elif kind in ARGUMENT_FLAGS:
            out.add((place, f'Flag("{ARGUMENT_FLAGS[kind]}")'))
        elif kind == "NoCapture":
            out.add((place, 'Int("captures", 0)'))
        elif kind == "Align":
            out.add((place, f'Int("align", {prop["Align"]})'))
        elif kind == "Dereferenceable":
            out.add((place, f'Int("dereferenceable", {prop["Bytes"]})'))
        elif kind == "Range":
            out.add((place, f'Range {{ lower: {prop["Lower"]}, upper: {prop["Upper"]} }}'))
        elif kind in ("IntrRead", "IntrWrite"):
            allowed = sum(LOCATIONS[location["def"]] for location in prop["MemLoc"])
            access = 0b010101010101 if kind == "IntrRead" else 0b101010101010
            memory &= ~access | allowed & access
        elif name in MEMORY:
            memory &= MEMORY[name]
        else:
            out.add((255, f'Flag("{FUNCTION_FLAGS[name]}")'))
    if "IntrNoReturn" in flags:
        out.discard((255, 'Flag("willreturn")'))
    if "Throws" not in flags:
        out.add((255, 'Flag("nounwind")'))
    if memory == 0 and "IntrHasSideEffects" in flags:
        memory = ALL_MEM
    if memory != ALL_MEM:
        out.add((255, f'Int("memory", {memory:#x})'))
    return sorted(out)


def printed_arguments(record, defs):
    """(argument, name, how its value is printed) of the arguments that calls are printed with a comment for."""
    for prop in (defs[p["def"]] for p in record["IntrProperties"]):
        if "ArgInfo" in prop["!superclasses"]:
            info = {k: v for p in prop["Properties"] for k, v in defs[p["def"]].items()}
            printer = PRINTERS[info.get("FuncName")]
            values = printer if isinstance(printer, str) else f"Names(&{json.dumps(printer)})"
            yield prop["ArgNo"] - 1, info.get("Name", ""), values


class Pool:
    """Byte strings, each kept once, with its length (in units) before it."""

    def __init__(self):
        self.data, self.place = b"", {}

    def add(self, item, length):
        if item not in self.place:
            self.place[item] = len(self.data)
            self.data += bytes([length]) + item
        return self.place[item]


class Version:
    """The intrinsics of one version."""

    def __init__(self, path):
        self.defs = json.load(open(path))
        groups = self.defs["!instanceof"]
        self.iit = {self.defs[n]["Number"]: n.removeprefix("IIT_") for n in groups["IIT_Base"]}
        self.defaults = [n for n in groups["IntrinsicProperty"] if self.defs[n]["IsDefault"]]
        self.by_name = {
            self.defs[n]["LLVMName"] or "llvm." + n[4:].replace("_", "."): self.defs[n] for n in groups["Intrinsic"]
        }

    def signature(self, name):
        codes = self.defs[self.by_name[name]["TypeInfo"]["def"]]["TypeSig"]
        # LLVM's table cannot say exnref, and takes a signature of nothing else for a void result.
        return signature(codes, self.iit) or SIMPLE["Done"]

    def attributes(self, name):
        return attributes(self.by_name[name], self.defs, self.defaults)


def main():
    directory, *paths = sys.argv[1:]
    versions = [Version(path) for path in paths]
    by_name = {name: record for version in versions for name, record in version.by_name.items()}

    signatures, sets, attribute_index = Pool(), Pool(), {}
    entries = b""
    for version in versions:
        for name in sorted(by_name):
            if name not in version.by_name:
                entries += b"\xff" * 4
                continue
            descriptors = version.signature(name)
            pairs = [
                (place, attribute_index.setdefault(text, len(attribute_index)))
                for place, text in version.attributes(name)
            ]
            entries += struct.pack(
                "<HH",
                signatures.add(descriptors, len(descriptors)),
                sets.add(bytes(b for pair in pairs for b in pair), len(pairs)),
            )
    blocks, names, constants, printed = b"", b"", [], []
    previous = ""
    for number, (name, record) in enumerate(sorted(by_name.items())):
        if number % BLOCK == 0:
            blocks += struct.pack("<I", len(names))
            previous = ""
        shared = len(os.path.commonprefix([previous, name]))
        names += bytes([shared, len(name) - shared]) + name[shared:].encode()
        previous = name
        if not record["TargetPrefix"] or name.removeprefix("llvm.") in WITH_RULES:
            constants.append((name, number))
        arguments = {}
        for version_number, version in enumerate(versions, 22):
            if name in version.by_name:
                for argument in printed_arguments(version.by_name[name], version.defs):
                    arguments.setdefault(argument, version_number)
        printed += [(number, *argument, since) for argument, since in arguments.items()]

    sections = {
        "ENTRIES": entries, "BLOCKS": blocks, "NAMES": names, "SIGNATURES": signatures.data, "ATTRIBUTE_SETS": sets.data,
    }
    targets = sorted({record["TargetPrefix"] for record in by_name.values()} - {""})
    with open(os.path.join(directory, "table.bin"), "wb") as out:
        out.write(b"".join(sections.values()))

    with open(os.path.join(directory, "table.rs"), "w") as out:
        line = lambda text="": print(text, file=out)
        line("//! Made by tools/gen-intrinsics.py, which says what is in `table.bin`. Do not edit.")
        line()
        line("use super::IntrinsicAttribute::{self, Flag, Int, Range};")
        line("use super::PrintedValues::{FpClass, Names};")
        line("use super::{IntrinsicId, PrintedArgument};")
        line("use crate::version::IrVersion;")
        line()
        line('static TABLE: &[u8] = include_bytes!("table.bin");')
        line()
        line("const fn section(start: usize, end: usize) -> &'static [u8] {")
        line("    TABLE.split_at(end).0.split_at(start).1")
        line("}")
        line()
        line(f"pub(super) const COUNT: u16 = {len(by_name)};")
        line(f"pub(super) const BLOCK: usize = {BLOCK};")
        start = 0
        for name, data in sections.items():
            line(f"pub(super) static {name}: &[u8] = section({start}, {start + len(data)});")
            start += len(data)
        line()
        line(f"pub(super) static TARGETS: [&str; {len(targets)}] = {json.dumps(targets)};")
        line()
        line(f"pub(super) static ATTRIBUTES: [IntrinsicAttribute; {len(attribute_index)}] = [")
        for text in attribute_index:
            line(f"    {text},")
        line("];")
        line()
        line(f"pub(super) static PRINTED_ARGUMENTS: [PrintedArgument; {len(printed)}] = [")
        for number, argument, name, values, since in printed:
            line(
                f"    PrintedArgument {{ intrinsic: IntrinsicId({number}), argument: {argument}, "
                f'name: "{name}", values: {values}, since: IrVersion::V{since} }},'
            )
        line("];")
        line()
        line("/// The intrinsics that belong to no target, and those of targets that the verifier has rules about.")
        line("impl IntrinsicId {")
        for name, number in constants:
            line(f"    /// `{name}`")
            line(f"    pub const {name.removeprefix('llvm.').replace('.', '_').upper()}: Self = Self({number});")
        line("}")


if __name__ == "__main__":
    main()
