"""Tables: features of a source, and maps over Arrow data."""

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import lindworm_ir as lw
import pytest

pa: Any = pytest.importorskip("pyarrow")
import pyarrow.parquet as pq  # noqa: E402

TEXT = "declare i32 @g(i32)\ndefine i32 @f(i32 %x) {\n  %y = call i32 @g(i32 %x)\n  ret i32 %y\n}\n"


def test_features(tmp_path: Path) -> None:
    [row] = pa.table(lw.features(TEXT)).to_pylist()
    assert row["function"] == "f" and row["callees"] == ["g"] and row["op_call"] == 1 and row["op_add"] == 0
    assert row["parameter_types"] == ["i32"] and row["tokens"] == "block call i32 a @g ret void v"
    path = tmp_path / "m.ll"
    path.write_text(TEXT)
    module = lw.read(path)
    table = pa.table(lw.features([TEXT, module.to_bitcode(), path, module, "no module"]))
    assert table.num_rows == 5 and len(set(table["structural_hash"].to_pylist()[:4])) == 1
    assert table["error"].to_pylist()[:4] == [None] * 4 and "expected" in table["error"].to_pylist()[4]
    assert table["module"].to_pylist() == ["<source 0>", "<source 1>", str(path), str(path), "<source 4>"]
    assert lw.features([]).row_count == 0 and pa.table(lw.features([])).schema == table.schema


def test_a_mapper_takes_tables_and_batches_and_can_be_pickled() -> None:
    data = pa.table({"name": ["a", "b", "c"], "content": [TEXT.encode(), b"BC\xc0\xde", None]})
    mapper = pickle.loads(pickle.dumps(lw.Mapper("check", id="name")))
    result = mapper(data)
    assert result["module"].to_pylist() == ["a", "b", "c"]
    assert [e is None for e in result["error"].to_pylist()] == [True, False, False or True]
    batches = list(mapper.batches(iter(data.to_batches(1))))
    assert pa.Table.from_batches(batches) == result and batches[0].schema == mapper.schema
    found = lw.Mapper("grep", pattern="call @g(_)")(data)
    assert found["instruction"].to_pylist()[:1] == ["%y = call i32 @g(i32 %x)"]
    upgraded = lw.Mapper("upgrade", id="name")(data.slice(0, 1))["content"].to_pylist()[0]
    assert "f" in lw.parse(upgraded)
    for name in ("nothing", "grep"):
        with pytest.raises(ValueError):
            lw.Mapper(name)


def test_the_command(tmp_path: Path) -> None:
    data = pa.table({"name": ["a", "b"], "content": [TEXT.encode(), b"no module"]})
    pq.write_table(data, tmp_path / "in.parquet")
    code = "import sys, lindworm_ir.corpus as c; sys.exit(c.main())"
    out = tmp_path / "out"
    args = [str(tmp_path / "in.parquet"), "--map", "features", "--id", "name", "-o", str(out)]
    done = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True)
    assert done.returncode == 0 and "2 modules" in done.stderr and "1 skipped" in done.stderr
    expected = lw.Mapper("features", id="name")(data)
    assert pq.read_table(out / "part-00000.parquet") == expected
    assert (out / "skipped.tsv").read_text().startswith("b\t")
    wrong = subprocess.run([sys.executable, "-c", code, "--map", "nothing"], capture_output=True, text=True)
    assert wrong.returncode == 2 and "nothing" in wrong.stderr
