"""Tables of many modules: of what is in memory, and of the batches of Ray, Spark and Dask."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any, Iterable, Iterator, List, Optional, Tuple, Union

from ._native import Module, Table, corpus_command, map_sources, table_schema

_Source = Union[str, bytes, "os.PathLike[str]", Module]


def features(source: Union[_Source, Iterable[_Source]]) -> Table:
    """The features of every function with a body: opcode counts, calls, loops, types, a structural hash, tokens; a row for each.

    ``source`` is a path, text (``str``), bitcode (``bytes``), a module, or several of these. A source that cannot be read has a row with the
    reason in the column ``error``. The table is Arrow's: ``pyarrow.table(features(source))``, ``polars.from_arrow(...)``.
    """
    one = isinstance(source, (str, bytes, os.PathLike, Module))
    sources: List[_Source] = [source] if one else list(source)  # type: ignore[list-item,arg-type]
    return map_sources("features", [_named(s, number) for number, s in enumerate(sources)])


def _named(source: _Source, number: int) -> Tuple[str, bytes]:
    if isinstance(source, Module):
        return source.name, source.to_bitcode()
    if isinstance(source, os.PathLike):
        with open(source, "rb") as file:
            return os.fspath(source), file.read()
    text = source.encode("utf-8", "surrogateescape") if isinstance(source, str) else source
    return f"<source {number}>", text


class Mapper:
    """A map over Arrow data, for ``map_batches`` of Ray Data, ``mapInArrow`` of Spark and partitions of Dask. Needs pyarrow.

    ``map`` is ``stats``, ``check``, ``features``, ``tokens``, ``upgrade`` or ``grep`` (with a ``pattern``), as of ``lindworm corpus``.
    ``content`` is the column that holds modules, ``id`` the one that names them. The rows are those of ``lindworm corpus``. A mapper can be pickled.
    """

    def __init__(
        self, map: str, *, content: str = "content", id: Optional[str] = None, pattern: Optional[str] = None
    ) -> None:
        table_schema(map, pattern)  # Refuses what is no map.
        self.map = map
        self.content = content
        self.id = id
        self.pattern = pattern

    @property
    def schema(self) -> Any:
        """The columns of the output, as a ``pyarrow.Schema``."""
        return _pyarrow().table(table_schema(self.map, self.pattern)).schema

    def __call__(self, data: Any) -> Any:
        """The rows of a ``pyarrow.Table`` or ``RecordBatch``, as a ``pyarrow.Table``: ``dataset.map_batches(mapper, batch_format="pyarrow")``."""
        contents = data.column(self.content).to_pylist()
        names = [""] * len(contents) if self.id is None else data.column(self.id).to_pylist()
        sources = [(str(name), _bytes(content)) for name, content in zip(names, contents)]
        return _pyarrow().table(map_sources(self.map, sources, self.pattern))

    def batches(self, batches: Iterable[Any]) -> Iterator[Any]:
        """The rows of each ``RecordBatch``, as such: ``frame.mapInArrow(mapper.batches, schema)``."""
        for batch in batches:
            yield from self(batch).to_batches()


def _bytes(content: Any) -> bytes:
    return content.encode() if isinstance(content, str) else content or b""


def _pyarrow() -> Any:
    try:
        return importlib.import_module("pyarrow")
    except ImportError:
        raise ImportError("this needs pyarrow: pip install pyarrow") from None


def main() -> int:
    """The command ``lindworm-corpus``."""
    import signal

    # The work is done in Rust, where no handler of Python runs.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return corpus_command(["lindworm-corpus", *sys.argv[1:]])
