"""The package as a user has it: small modules with what must come out."""

import threading
import time
from pathlib import Path
from typing import List

import lindworm_ir as lw
import pytest

MODULE = """
%pair = type { i32, ptr }
@table = internal constant [4 x i16] [i16 1, i16 2, i16 3, i16 4], align 2
@alias = alias i16, ptr @table
declare i32 @sensor(i32)
define i32 @scale(i32 %x, i32 noundef %y) nounwind {
entry:
  %p = mul nsw i32 %x, %y
  %c = icmp slt i32 %p, 0
  br i1 %c, label %neg, label %done
neg:
  %s = call i32 @sensor(i32 %p)
  br label %done
done:
  %r = phi i32 [ %p, %entry ], [ %s, %neg ]
  ret i32 %r
}
define i32 @main() {
  %v = call i32 @scale(i32 6, i32 7)
  ret i32 %v
}
"""


def test_walk() -> None:
    m = lw.parse(MODULE, "m.ll")
    assert [f.name for f in m.functions] == ["sensor", "scale", "main"]
    assert [f.is_declaration for f in m.functions] == [True, False, False]
    scale = m["scale"]
    assert [b.name for b in scale] == ["entry", "neg", "done"]
    assert [i.opcode for i in scale.instructions] == ["mul", "icmp", "br", "call", "br", "phi", "ret"]
    assert [i.opcode for i in m.instructions][-2:] == ["call", "ret"]
    assert scale.instruction_count == 7
    assert scale.attributes == ["nounwind"]
    assert scale.arguments[1].attributes == ["noundef"]
    assert str(scale.value_type) == "i32 (i32, i32)"
    assert [str(p) for p in scale.value_type.parameters or []] == ["i32", "i32"]
    entry, neg, done = scale.blocks
    assert entry.successors == [neg, done] and done.predecessors == [neg, entry]
    mul, icmp, _ = entry
    assert mul.flags == ["nsw"] and icmp.predicate == "slt" and mul.type == icmp.operands[0].type  # type: ignore[union-attr]
    assert sorted(u.opcode for u in mul.users) == ["call", "icmp", "phi"]
    assert mul.operands == scale.arguments
    assert [(str(v), b.name) for v, b in done.instructions[0].incoming] == [("%p = mul nsw i32 %x, %y", "entry"), ("%s = call i32 @sensor(i32 %p)", "neg")]
    assert str(mul) == "%p = mul nsw i32 %x, %y"
    assert [c.function.name for c in m["sensor"].callers] == ["scale"]
    assert [c.function.name for c in m["scale"].callers] == ["main"]
    assert "nothing" not in m and m.get("nothing") is None
    with pytest.raises(KeyError):
        m["nothing"]


def test_constants_and_types() -> None:
    m = lw.parse(MODULE)
    table = m["table"]
    assert table.is_constant and table.alignment == 2 and table.linkage == "internal"
    value = table.initializer
    assert isinstance(value, lw.Constant)
    assert value.kind == "data" and value.value == bytes([1, 0, 2, 0, 3, 0, 4, 0])
    assert value.type.kind == "array" and value.type.count == 4 and value.type.element is not None
    assert value.type.element.width == 16 and m.size_of(value.type) == 8
    assert m["alias"].kind == "alias" and m["alias"].target == table
    pair = m.structs["pair"]
    assert pair.name == "pair" and [f.kind for f in pair.fields or []] == ["int", "pointer"]
    assert m.size_of(pair) == 16
    numbers = lw.parse("define double @f(i128 %x) {\n %y = add i128 %x, -170141183460469231731687303715884105728\n ret double -0.5\n}")
    add, ret = numbers["f"].instructions
    assert isinstance(add.operands[1], lw.Constant) and add.operands[1].value == -(2**127)
    assert isinstance(ret.operands[0], lw.Constant) and ret.operands[0].value == -0.5


DEBUG = """
define void @f(ptr %p) !dbg !3 {
    #dbg_value(ptr %p, !6, !DIExpression(), !7)
  store i8 0, ptr %p, !dbg !7, !note !9
  ret void, !dbg !8
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, line: 4, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{null})
!6 = !DILocalVariable(name: "p", arg: 1, scope: !3)
!7 = !DILocation(line: 5, column: 3, scope: !3)
!8 = !DILocation(line: 1, scope: !10, inlinedAt: !7)
!9 = !{!"text", i32 7, null}
!10 = distinct !DISubprogram(name: "g", file: !1, unit: !0, spFlags: DISPFlagDefinition)
"""


def test_metadata_and_debug_locations() -> None:
    m = lw.parse(DEBUG)
    assert m.verify() == []
    store, ret = m["f"].instructions
    loc = store.debug_location
    assert loc is not None
    assert (loc.line, loc.column, loc.file, loc.directory, loc.function) == (5, 3, "f.c", "/src", "f")
    assert ret.debug_location is not None
    assert ret.debug_location.function == "g" and ret.debug_location.inlined_at == loc
    assert sorted(store.metadata) == ["dbg", "note"]
    text, seven, nothing = store.metadata["note"].operands
    assert text == "text" and nothing is None and isinstance(seven, lw.Metadata)
    assert isinstance(seven.value, lw.Constant) and seven.value.value == 7
    unit = m.named_metadata["llvm.dbg.cu"][0]
    assert unit.kind == "DICompileUnit" and unit.is_distinct and unit["language"] == "DW_LANG_C11"
    assert m["f"].metadata["dbg"]["name"] == "f"
    [(kind, operands)] = store.debug_records
    assert kind == "value" and operands[1]["name"] == "p"
    local = operands[0].value
    assert isinstance(local, lw.Argument) and local.name == "p"
    with pytest.raises(KeyError):
        unit["nothing"]


def test_names_that_are_not_utf8() -> None:
    m = lw.parse(b'@"\\ff\\01x" = global i8 0')
    name = m.variables[0].name
    assert name == "\udcff\x01x"
    assert m[name] == m.variables[0]


def test_text_and_bitcode(tmp_path: Path) -> None:
    m = lw.parse(MODULE)
    assert lw.parse(m.to_bitcode()).to_text().splitlines()[2:] == str(m).splitlines()[2:]
    m.write(tmp_path / "m.bc")
    m.write(tmp_path / "m.ll")
    assert (tmp_path / "m.bc").read_bytes() == m.to_bitcode()
    assert (tmp_path / "m.ll").read_text() == m.to_text()
    [again] = lw.read_all(tmp_path / "m.bc")
    assert len(again.functions) == 3 and lw.read(tmp_path / "m.ll").verify() == []
    with pytest.raises(OSError):
        lw.read(tmp_path / "nothing")
    for buffer in (bytearray(m.to_bitcode()), memoryview(m.to_bitcode())):
        assert "scale" in lw.parse(buffer)
    with pytest.raises(TypeError):
        lw.parse(7)  # type: ignore[arg-type]


def test_link() -> None:
    main = lw.parse(MODULE, "main.ll")
    sensors = lw.parse("define i32 @sensor(i32 %c) {\n  ret i32 %c\n}\ndefine void @unused() {\n  ret void\n}\n", "sensors.ll")
    linked = lw.link([main, sensors])
    assert {f.name: f.is_declaration for f in linked.functions} == {"scale": False, "main": False, "sensor": False, "unused": False}
    assert lw.Machine(linked).call("scale", -2, 3) == -6 and main["sensor"].is_declaration
    needed = lw.link([main, sensors], "p", only_needed=True, internalize=True)
    assert needed.name == "p" and "unused" not in needed and needed["sensor"].linkage == "internal"
    with pytest.raises(lw.LinkError, match="symbol multiply defined"):
        lw.link([main, main])
    with pytest.raises(lw.VerifyError):
        lw.link([main, lw.parse("define i32 @f() {\n  %x = add i32 %y, 1\n  %y = add i32 1, 1\n  ret i32 %x\n}")])
    other = lw.link([lw.parse('target triple = "x86_64-linux"'), lw.parse('target triple = "aarch64-linux"')])
    assert any("target triples" in warning for warning in other.warnings)


def test_passes() -> None:
    m = lw.parse("define i32 @f(i32 %x) {\n  %p = alloca i32\n  store i32 %x, ptr %p\n  %y = load i32, ptr %p\n  %z = add i32 %y, 1\n  ret i32 %y\n}")
    [ret] = m.run_passes("mem2reg,dce")["f"].instructions
    assert str(ret) == "ret i32 %x" and m["f"].instruction_count == 5
    assert str(m.run_passes("function(mem2reg),strip")["f"].arguments[0]) == "i32 %0"
    with pytest.raises(ValueError, match="unknown pass name 'nothing'"):
        m.run_passes("nothing")


def test_old_text_is_upgraded() -> None:
    m = lw.parse("define i32* @f(i32* %p) { ret i32* %p }")
    assert "define ptr @f(ptr %p)" in m.to_text()


def test_a_syntax_error_has_a_place() -> None:
    with pytest.raises(lw.ParseError) as caught:
        lw.parse("define void @f() {\n  %x = add i32 1, true\n  ret void\n}\n", "f.ll")
    assert str(caught.value).startswith("f.ll:2:19: ")
    [first] = caught.value.diagnostics
    assert (first.line, first.column) == (2, 19) and "i1" in first.message
    with pytest.raises(lw.ParseError) as caught:
        lw.parse(b"BC\xc0\xde" + bytes(8))
    assert caught.value.diagnostics[0].line is None


BROKEN = "define i32 @f() {\n  %x = add i32 %y, 1\n  %y = add i32 1, 1\n  ret i32 %x\n}\n"


def test_findings() -> None:
    m = lw.parse(BROKEN, "f.ll", places=True)
    [finding] = m.verify()
    assert finding.code == "LW0464" and finding.message == "Instruction does not dominate all uses!"
    assert finding.instruction is not None and finding.function == m["f"]
    assert finding.line == 2 and finding.instruction.place == (2, 3)
    assert "%y = add i32 1, 1" in finding.subjects and finding.rule and finding.reason
    with pytest.raises(lw.VerifyError) as caught:
        m.check()
    assert len(caught.value.findings) == 1
    with pytest.raises(lw.VerifyError):
        lw.Machine(m)
    assert lw.parse(BROKEN).verify()[0].line is None


def test_run_with_python_functions() -> None:
    calls: List[int] = []

    def sensor(x: int) -> int:
        calls.append(x)
        return 1000

    machine = lw.Machine(lw.parse(MODULE), functions={"sensor": sensor})
    assert machine.run() == 42
    assert machine.call("scale", -3, 5) == 1000 and calls == [-15]
    assert machine.call("scale", 3, 2**32 - 1) == 1000 and calls == [-15, -3]
    assert machine.steps > 0
    with pytest.raises(lw.Error, match="takes 2 arguments"):
        machine.call("scale", 1)
    endless: List[object] = []
    endless.append(endless)
    for value in ("one", b"one", {1: 2}, endless):
        with pytest.raises(TypeError, match="is not a value of IR"):
            machine.call("scale", 1, value)
    with pytest.raises(lw.Error, match="is of type i32"):
        machine.call("scale", 1, 2**32)
    with pytest.raises(lw.Error, match="no function"):
        machine.define("nothing", sensor)

    def broken(x: int) -> int:
        raise ValueError("broken")

    machine.define("sensor", broken)
    with pytest.raises(ValueError, match="broken"):
        machine.call("scale", -1, 1)
    machine.define("sensor", lambda x: "text")
    with pytest.raises(TypeError, match="is not a value of IR"):
        machine.call("scale", -1, 1)
    machine.define("sensor", lambda x: [x])
    with pytest.raises(lw.MachineError, match="does not return a value of type i32"):
        machine.call("scale", -1, 1)
    with pytest.raises(lw.MachineError, match="sensor"):
        lw.Machine(lw.parse(MODULE), isolated=True).call("scale", -1, 1)


MEMORY = """
declare i32 @fill(ptr, i64, double, <2 x i1>)
define i32 @sum(ptr %p, i64 %n) {
  %r = call i32 @fill(ptr %p, i64 %n, double 0.25, <2 x i1> <i1 true, i1 false>)
  %q = getelementptr i32, ptr %p, i64 1
  %a = load i32, ptr %p
  %b = load i32, ptr %q
  %s = add i32 %a, %b
  ret i32 %s
}
define { i8, [2 x float] } @parts() {
  ret { i8, [2 x float] } { i8 -1, [2 x float] [float 1.5, float 2.0] }
}
define i8 @nothing() {
  ret i8 poison
}
"""


def test_memory_in_callbacks() -> None:
    machine = lw.Machine(lw.parse(MEMORY))

    def fill(p: lw.Pointer, n: int, number: float, pair: object) -> int:
        assert (n, number, pair) == (2, 0.25, (True, False))
        machine.write(p, (30).to_bytes(4, "little") + (12).to_bytes(4, "little"))
        assert machine.read(p + 4, 1) == b"\x0c"
        with pytest.raises(lw.Error, match="out of bounds"):
            machine.read(p, 9)
        with pytest.raises(lw.Error, match="running"):
            machine.call("parts")
        return 0

    machine.define("fill", fill)
    p = machine.allocate(8)
    assert machine.call("sum", p, 2) == 42
    assert machine.call("parts") == (-1, (1.5, 2.0))
    assert machine.call("nothing") is None
    machine.free(p)
    with pytest.raises(lw.UndefinedBehavior):
        machine.read(p, 1)


def test_undefined_behaviour_is_explained() -> None:
    text = "define i32 @f(i32 %x) {\n  %y = sdiv i32 7, %x\n  ret i32 %y\n}\n"
    machine = lw.Machine(lw.parse(text, "f.ll", places=True))
    assert machine.call("f", 7) == 1
    with pytest.raises(lw.UndefinedBehavior) as caught:
        machine.call("f", 0)
    report = caught.value.report
    assert report.code == "UB0101" and report.title == "division by zero" and report.message == "7 / 0"
    assert report.operands == [("i32 %x", "0")]
    assert report.stack[0].function == "f" and report.stack[0].line == 2
    assert " --> f.ll:2:3" in report.text
    without_places = lw.Machine(lw.parse(text, "f.ll"))
    with pytest.raises(lw.UndefinedBehavior) as caught:
        without_places.call("f", 0)
    assert "%y = sdiv i32 7, %x" in caught.value.report.text


def test_explain() -> None:
    text = lw.explain("UB0501")
    assert text.startswith("UB0501: ") and "Why: " in text and "ret i32" in text
    assert lw.explain("lw0464").startswith("LW0464: Instruction does not dominate all uses!\n")
    with pytest.raises(KeyError):
        lw.explain("UB9999")


def test_files_that_cannot_be_read_or_written_are_named(tmp_path: Path) -> None:
    for access in (lw.read, lw.read_all, lw.parse("").write):
        with pytest.raises(FileNotFoundError) as caught:
            access(tmp_path / "none" / "m.bc")
        assert caught.value.filename == str(tmp_path / "none" / "m.bc")


def test_output_exit_and_limits() -> None:
    text = (
        '@s = constant [3 x i8] c"hi\\00"\ndeclare i32 @puts(ptr)\ndeclare void @exit(i32)\n'
        "define i32 @main() {\n  %r = call i32 @puts(ptr @s)\n  ret i32 -1\n}\n"
        "define void @leave() {\n  call void @exit(i32 3)\n  ret void\n}\n"
        "define void @spin() {\n  br label %a\na:\n  %i = phi i64 [ 0, %0 ], [ %j, %a ]\n  %j = add i64 %i, 1\n  %c = icmp eq i64 %j, -1\n"
        "  br i1 %c, label %b, label %a\nb:\n  ret void\n}\n"
    )
    m = lw.parse(text)
    machine = lw.Machine(m)
    assert machine.run() == -1 and machine.take_output() == (b"hi\n", b"")
    with pytest.raises(lw.ProgramExit) as caught:
        lw.Machine(m).call("leave")
    assert caught.value.code == 3
    with pytest.raises(lw.MachineError, match="steps"):
        lw.Machine(m, max_steps=1000).call("spin")
    assert lw.Machine(m).global_address("s") is not None and lw.Machine(m).global_address("t") is None
    put: List[bytes] = []
    other = lw.Machine(m)
    other.define("puts", lambda p: put.append(other.read(p, 2)) or 0)  # type: ignore[func-returns-value]
    assert other.run() == -1 and put == [b"hi"] and other.take_output() == (b"", b"")


def test_long_work_leaves_the_gil() -> None:
    text = (
        "define i64 @count(i64 %n) {\n  br label %a\na:\n  %i = phi i64 [ 0, %0 ], [ %j, %a ]\n  %j = add i64 %i, 1\n"
        "  %c = icmp eq i64 %j, %n\n  br i1 %c, label %b, label %a\nb:\n  ret i64 %j\n}\n"
    )
    machine = lw.Machine(lw.parse(text))
    done: List[int] = []
    thread = threading.Thread(target=lambda: done.append(machine.call("count", 3_000_000)))
    thread.start()
    ticks = 0
    while thread.is_alive():
        ticks += 1
        time.sleep(0.001)
    assert done == [3_000_000] and ticks > 3


def test_handles_keep_the_module() -> None:
    def first() -> lw.Instruction:
        return next(iter(lw.parse(MODULE)["scale"].instructions))

    a, b = first(), first()
    assert str(a) == str(b) and a != b and a == next(iter(a.function.instructions)) and len({a, b, a}) == 2
