"""Features of every function of a corpus in Parquet files, with Spark.

usage: spark_corpus.py INPUT.parquet... OUTPUT_DIRECTORY
"""

import sys

import lindworm_ir as lw
from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

*inputs, output = sys.argv[1:]
# A batch of modules is in memory at once.
session = SparkSession.builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", 64).getOrCreate()
mapper = lw.Mapper("features", content="content", id="name")
modules = session.read.parquet(*inputs).select("name", "content")
modules.mapInArrow(mapper.batches, from_arrow_schema(mapper.schema)).write.parquet(output, mode="overwrite")
