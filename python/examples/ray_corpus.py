"""Features of every function of a corpus in Parquet files, on a Ray cluster.

usage: ray_corpus.py INPUT.parquet... OUTPUT_DIRECTORY
"""

import sys

import lindworm_ir as lw
import ray

*inputs, output = sys.argv[1:]
ray.init(ignore_reinit_error=True)
mapper = lw.Mapper("features", content="content", id="name")
dataset = ray.data.read_parquet(inputs).select_columns(["name", "content"])
dataset.map_batches(mapper, batch_format="pyarrow", batch_size=64).write_parquet(output)
