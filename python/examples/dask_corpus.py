"""Features of every function of a corpus in Parquet files, with Dask.

usage: dask_corpus.py INPUT.parquet... OUTPUT_DIRECTORY
"""

import os
import sys

import dask
import lindworm_ir as lw
import pyarrow.parquet as pq


@dask.delayed
def convert(source: str, target: str) -> int:
    mapper = lw.Mapper("features", content="content", id="name")
    rows = 0
    with pq.ParquetWriter(target, mapper.schema) as writer:
        for batch in pq.ParquetFile(source).iter_batches(64, columns=["name", "content"]):
            table = mapper(batch)
            rows += table.num_rows
            writer.write_table(table)
    return rows


if __name__ == "__main__":
    *inputs, output = sys.argv[1:]
    os.makedirs(output, exist_ok=True)
    tasks = [convert(source, f"{output}/part-{i:05}.parquet") for i, source in enumerate(inputs)]
    print(sum(dask.compute(*tasks, scheduler="processes")), "rows")
