"""The same rows from `lindworm corpus`, Ray, Spark and Dask on real local clusters, with damaged modules and a worker that is killed.

The corpus is made here unless LINDWORM_CORPUS names a directory of Parquet files with the columns `name` and `content`.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Iterable, Iterator, List

import lindworm_ir as lw
import pyarrow as pa
import pyarrow.parquet as pq
import pytest


# Workers import this file.
os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])


class KilledOnce:
    """A mapper whose worker is killed with the first batch that any worker gets."""

    def __init__(self, mapper: lw.Mapper, flag: str) -> None:
        self.mapper = mapper
        self.flag = flag

    def __call__(self, data: Any) -> Any:
        try:
            os.close(os.open(self.flag, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return self.mapper(data)
        os.kill(os.getpid(), signal.SIGKILL)

    def batches(self, batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            yield from self(batch).to_batches()


MAPPER = lw.Mapper("features", id="name")


def make_corpus(directory: Path, files: int, modules: int) -> None:
    directory.mkdir()
    for file in range(files):
        names, contents = [], []
        for i in range(modules):
            number = file * modules + i
            text = f"define i32 @f{number}(i32 %x) {{\n  %y = {['add', 'mul', 'sub'][number % 3]} i32 %x, {number}\n  ret i32 %y\n}}\n"
            bitcode = lw.parse(text).to_bitcode()
            names.append(f"m{number}")
            contents.append(bitcode[:40] if number % 100 == 7 else bitcode)
        pq.write_table(pa.table({"name": names, "content": contents}), directory / f"{file:03}.parquet")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> List[str]:
    given = os.environ.get("LINDWORM_CORPUS")
    directory = Path(given) if given else tmp_path_factory.mktemp("corpus") / "in"
    if not given:
        make_corpus(directory, 8, 100)
    return sorted(str(p) for p in directory.glob("*.parquet"))


def read(directory: Path) -> Any:
    """All rows of Parquet files, in the order of modules and functions."""
    tables = [pq.read_table(p) for p in sorted(directory.rglob("*.parquet"))]
    tables = [t.cast(MAPPER.schema) for t in tables if t.num_columns]
    return pa.concat_tables(tables).sort_by([("module", "ascending"), ("function", "ascending"), ("structural_hash", "ascending")])


def timed(name: str, corpus: List[str], start: float) -> None:
    modules = sum(pq.ParquetFile(p).metadata.num_rows for p in corpus)
    seconds = time.perf_counter() - start
    print(f"\n{name}: {modules} modules in {seconds:.1f} s, {modules / seconds:.0f} per second")


@pytest.fixture(scope="module")
def expected(corpus: List[str], tmp_path_factory: pytest.TempPathFactory) -> Any:
    out = tmp_path_factory.mktemp("lindworm") / "out"
    code = "import sys, lindworm_ir.corpus as c; sys.exit(c.main())"
    args = [*corpus, "--map", "features", "--id", "name", "-j", "2", "-o", str(out)]
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code, *args], check=True)
    timed("lindworm corpus", corpus, start)
    table = read(out)
    bad = [row for row in table["error"].to_pylist() if row is not None]
    assert len(bad) == len((out / "skipped.tsv").read_text().splitlines()) > 0
    modules = set().union(*(pq.read_table(p, columns=["name"])["name"].to_pylist() for p in corpus))
    assert set(table["module"].to_pylist()) <= modules
    return table


def test_ray(corpus: List[str], expected: Any, tmp_path: Path) -> None:
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        start = time.perf_counter()
        mapper = KilledOnce(MAPPER, str(tmp_path / "flag"))
        data = ray.data.read_parquet(corpus).select_columns(["name", "content"])
        data.map_batches(lambda t: mapper(t), batch_format="pyarrow", batch_size=64).write_parquet(str(tmp_path / "out"))
        timed("Ray, one worker killed", corpus, start)
    finally:
        ray.shutdown()
    assert (tmp_path / "flag").exists()
    assert read(tmp_path / "out") == expected


def test_spark(corpus: List[str], expected: Any, tmp_path: Path) -> None:
    pytest.importorskip("pyspark")
    from pyspark.sql import SparkSession
    from pyspark.sql.pandas.types import from_arrow_schema

    # Two tasks at a time, each of which may fail three times.
    builder = SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", False)
    session = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", 64).getOrCreate()
    try:
        start = time.perf_counter()
        mapper = KilledOnce(MAPPER, str(tmp_path / "flag"))
        modules = session.read.parquet(*corpus).select("name", "content")
        rows = modules.mapInArrow(mapper.batches, from_arrow_schema(MAPPER.schema))
        rows.write.parquet(str(tmp_path / "out"))
        timed("Spark, one worker killed", corpus, start)
    finally:
        session.stop()
    assert (tmp_path / "flag").exists()
    assert read(tmp_path / "out") == expected


def test_dask(corpus: List[str], expected: Any, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    from distributed import Client, LocalCluster

    def convert(source: str, target: str, mapper: KilledOnce) -> None:
        batches = pq.ParquetFile(source).iter_batches(64, columns=["name", "content"])
        pq.write_table(pa.concat_tables([mapper(batch) for batch in batches]), target)

    mapper = KilledOnce(MAPPER, str(tmp_path / "flag"))
    (tmp_path / "out").mkdir()
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        start = time.perf_counter()
        targets = [str(tmp_path / "out" / Path(p).name) for p in corpus]
        client.gather(client.map(convert, corpus, targets, mapper=mapper))
        timed("Dask, one worker killed", corpus, start)
    assert (tmp_path / "flag").exists()
    assert read(tmp_path / "out") == expected
