"""The programs that `conformance/programs` and `conformance/optimized` run: where each is from, how it becomes one .ll, and what it
does natively.

They are made once, in LINDWORM_PROGRAMS (~/.cache/lindworm-programs): GROUP/NAME.ll, and beside it GROUP/NAME.json, which says how it
is run, what it wrote and how it ended. A program is made again when its source is newer.
"""
import bz2, functools, gzip, hashlib, json, os, re, shutil, subprocess, tarfile, tempfile, threading, time, urllib.request
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Callable

SOURCES = Path(__file__).resolve().parent / "sources"
HOME = Path(os.environ.get("LINDWORM_PROGRAMS") or Path.home() / ".cache/lindworm-programs")
CSMITH = Path(os.environ.get("CSMITH_INCLUDE", "/usr/include/csmith"))
MIRROR = os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian")
# The same in every run: locale, time zone and what programs print about themselves hang on it.
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C", "TZ": "UTC", "GREETING": "hello"}

DEBIAN = {  # name: path in the pool, SHA-256
    "lua": ("l/lua5.4/lua5.4_5.4.4.orig.tar.gz", "164c7849653b80ae67bec4b7473b884bf5cc8d2dca05653475ec2ed27b9ebf61"),
    "zlib": ("z/zlib/zlib_1.2.13.dfsg.orig.tar.bz2", "71feb7947e3c00ef125f83b79a4e529bde31171e5babe48b391f06758d1ab0a1"),
    "bzip2": ("b/bzip2/bzip2_1.0.8.orig.tar.gz", "ab5a03176ee106d3f0fa90e381da478ddae405918153cca248e682cd0c4a2269"),
    "sqlite3": ("s/sqlite3/sqlite3_3.40.1.orig.tar.xz", "aaa776260ab4dc976db34aa7891819484c8676b5b2783123ebc6301e2ca5d655"),
}

UNDEFINED = {  # runs of other people's programs that do what is undefined: what is said of it
    # slide_hash compares links of hash chains that were never written, and does not use what comes of it. Optimized, it is no branch.
    ("zlib/minigzip-O0", "1-binary"): "branch on an undefined value",
    ("zlib/minigzip-O0", "1-zeros"): "branch on an undefined value",
    ("zlib/example-O0", ""): "branch on an undefined value",
}


# What `lindworm run` ends with when it reports something.
REPORTED = (70, 71, 72)


@dataclass
class Run:
    """One way to start a program. `forget` matches what differs from run to run. If `reports` is not empty, this run does what is
    undefined, and these words are in what is said of it; natively it does not run. `options` are those of `lindworm run`."""

    name: str = ""
    args: list = field(default_factory=list)
    stdin: Path = Path("/dev/null")
    forget: str = ""
    reports: str = ""
    options: list = field(default_factory=list)


@dataclass
class Program:
    """`compile(scratch, module)` gives the commands that write the module. `libraries` are what the native one is linked with, `loads`
    what `lindworm run` looks in. The program is left out if it takes longer than `seconds` natively, or the one that it is `like` is."""

    name: str
    sources: list
    compile: Callable
    runs: list = field(default_factory=lambda: [Run()])
    libraries: list = field(default_factory=list)
    loads: list = field(default_factory=list)
    seconds: int = 60
    like: "Program" = None
    lock: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    @property
    def module(self):
        return HOME / f"{self.name}.ll"


def execute(command, run, seconds, **options):
    """Status (None if time ran out), output, error output, and seconds, of a command in an empty directory."""
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as scratch, open(run.stdin, "rb") as stdin:
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, stdin=stdin, stdout=pipe, stderr=pipe, cwd=scratch, env=ENVIRONMENT, **options)
        try:
            output, errors = process.communicate(timeout=seconds)
            status = process.returncode
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
            status = None
    # As a shell says it: a signal is 128 and its number.
    status = 128 - status if status is not None and status < 0 else status
    return status, output, errors, time.perf_counter() - start


def kind(errors):
    """What failures have in common: the title of the report, without numbers and names of values."""
    text = errors.decode("utf-8", "replace")
    lines = [line for line in text.splitlines() if re.match(r"(error|warning)\b|thread .* panicked at|.*overflowed its stack", line)]
    if not lines:
        return "says nothing of it"
    line = next((line for line in lines if line.startswith("error")), lines[0])
    return re.sub(r"%[\w.\"$-]+|0x[0-9a-f]+|\b\d+\b", "_", line)[:200]


def failure(command, run, native, seconds, **options):
    """Why a run is not as it was natively: what is wrong, and the error output; nothing if all is well."""
    seconds = max(seconds, 300 * native.get("seconds", 0))
    status, output, errors, _ = execute([*command, *run.args], run, seconds, **options)
    if status is None:
        return "takes too long", errors
    if run.reports:
        ok = status and run.reports in errors.decode("utf-8", "replace")
        return None if ok else (f"does not report: {run.reports}", errors)
    forget = lambda text: re.sub(run.forget, "", text) if run.forget else text
    if status in REPORTED and native["status"] not in REPORTED:
        return kind(errors), errors
    if status != native["status"]:
        return f"ends with {status}, natively {native['status']}: {kind(errors)}", errors
    if forget(output.decode("latin-1")) != forget(native["output"]):
        return "writes something else", errors
    return None


def make(clang, program):
    """Makes the module and the results of the native runs, unless they are there. Gives the results; "broken" is why there are
    none, with what was "said", "left out" why it does not count."""
    # The one that another is like may be made for that and for itself at a time.
    with program.lock:
        return make_alone(clang, program)


def make_alone(clang, program):
    module, results = program.module, program.module.with_suffix(".json")
    newest = max((source.stat().st_mtime for source in program.sources), default=0)
    if results.exists() and results.stat().st_mtime >= newest:
        return json.loads(results.read_text())
    module.parent.mkdir(parents=True, exist_ok=True)
    if program.like and "left out" in (made := make(clang, program.like)):
        results.write_text(json.dumps(made))
        return made
    made = {"runs": {}}
    with tempfile.TemporaryDirectory() as scratch:
        native = Path(scratch) / "native"
        commands = program.compile(Path(scratch), module)
        runs = [run for run in program.runs if not run.reports]
        if runs:
            commands.append([clang, "-w", module, "-o", native, *program.libraries, "-lm", "-lpthread"])
        for command in commands:
            done = subprocess.run(command, cwd=scratch, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if done.returncode:
                module.unlink(missing_ok=True)
                return {"broken": f"{Path(command[0]).name} fails", "said": done.stdout.decode("utf-8", "replace")}
        for run in runs:
            # What a program takes for its name is the module, as under `lindworm run`.
            status, output, _, seconds = execute([module, *run.args], run, program.seconds, executable=native)
            if status is None:
                made = {"left out": f"takes more than {program.seconds} s natively"}
                module.unlink()
                break
            facts = {"args": [str(a) for a in run.args], "stdin": str(run.stdin), "status": status, "seconds": round(seconds, 3)}
            made["runs"][run.name] = {**facts, "output": output.decode("latin-1")}
    results.write_text(json.dumps(made, indent=1))
    return made


@functools.cache
def debian(name):
    """The unpacked sources of a Debian package."""
    path, digest = DEBIAN[name]
    directory = HOME / "debian" / name
    if not directory.exists():
        data = urllib.request.urlopen(f"{MIRROR}/pool/main/{path}", timeout=60).read()
        if hashlib.sha256(data).hexdigest() != digest:
            raise OSError(f"{path} is not what it was")
        directory.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=directory.parent) as scratch:
            archive = Path(scratch) / "archive"
            archive.write_bytes(data)
            with tarfile.open(archive) as tar:
                tar.extractall(scratch, filter="data")
            (top,) = [d for d in Path(scratch).iterdir() if d.is_dir()]
            if name == "sqlite3":
                # The one big source file and the shell are put together by its own scripts.
                for command in [["./configure", "--disable-tcl"], ["make", "sqlite3.c", "shell.c"]]:
                    subprocess.run(command, cwd=top, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            top.rename(directory)
    return directory


def optimization(level):
    """clang's flags for a level; "unoptimized" is the IR that -O2 starts from."""
    return ["-O2", "-Xclang", "-disable-llvm-passes"] if level == "unoptimized" else [f"-{level}"]


def linked(clang, files, flags, level):
    """The commands for a program of several source files."""

    def commands(scratch, module):
        objects = [scratch / f"{file.stem}.bc" for file in files]
        compiles = [[clang, *optimization(level), "-g", "-w", "-emit-llvm", "-c", *flags, f, "-o", o] for f, o in zip(files, objects)]
        return [*compiles, [clang.parent / "llvm-link", "-S", *objects, "-o", module]]

    return commands


def keep(path, data):
    """Writes a file, unless that is what is there."""
    if not path.exists() or path.read_bytes() != data:
        path.write_bytes(data)
    return path


def large(clang, levels=("O0", "O1", "O2")):
    """Whole programs from Debian's sources, which do real work."""
    data = HOME / "data"
    data.mkdir(parents=True, exist_ok=True)
    work, bzip2, zlib, lua, sqlite = SOURCES / "work", *map(debian, ("bzip2", "zlib", "lua", "sqlite3"))
    files = {
        "text": bzip2 / "blocksort.c",
        "binary": bzip2 / "sample1.ref",
        "zeros": data / "zeros",
        "empty": Path("/dev/null"),
    }
    keep(files["zeros"], bytes(100_000))
    compress = lambda tool: [
        *[Run(f"{level}-{name}", [f"-{level}"], file) for name, file in files.items() for level in (1, 6, 9)],
        *[Run(f"unpack-{name}", ["-d"], data / f"{name}.{tool}") for name in files],
        Run("damaged", ["-d"], data / f"damaged.{tool}"),
    ]
    for tool, pack in ("gz", lambda text: gzip.compress(text, mtime=0)), ("bz2", bz2.compress):
        for name, file in files.items():
            keep(data / f"{name}.{tool}", pack(file.read_bytes()))
        damaged = bytearray((data / f"text.{tool}").read_bytes())
        damaged[len(damaged) // 2] ^= 0x10
        keep(data / f"damaged.{tool}", damaged)
    sqlite_flags = [f"-DSQLITE_{what}" for what in ("ENABLE_FTS5", "ENABLE_RTREE", "ENABLE_MATH_FUNCTIONS", "OMIT_LOAD_EXTENSION")]
    # Messages name the scripts: they are run from where the results are, not from where this tree happens to be.
    scripts = [keep(data / script.name, script.read_bytes()) for script in sorted(work.iterdir())]
    lua_runs = [Run(script.stem, [script]) for script in scripts if script.suffix == ".lua"]
    sql = [script for script in scripts if script.suffix == ".sql"]
    sql_runs = [
        *[Run(script.stem, ["-batch", ":memory:"], script) for script in sql],
        *[Run(f"file-{script.stem}", ["-batch", "test.db"], script) for script in sql],
    ]
    # What a speedtest prints besides its results is times.
    speed = [Run("size-1", ["--size", "1", "--verify", ":memory:"], forget=r" *\d+\.\d+s")]
    zlib_flags = ["-DHAVE_UNISTD_H", "-DHAVE_STDARG_H", "-I", zlib]
    bzip2_files = "blocksort huffman crctable randtable compress decompress bzlib bzip2".split()
    table = [  # name, source files, flags, runs
        ("lua/lua", sorted(set((lua / "src").glob("*.c")) - {lua / "src/luac.c"}), ["-DLUA_USE_POSIX"], lua_runs),
        ("zlib/minigzip", [*sorted(zlib.glob("*.c")), zlib / "test/minigzip.c"], zlib_flags, compress("gz")),
        ("zlib/example", [*sorted(zlib.glob("*.c")), zlib / "test/example.c"], zlib_flags, [Run("", ["test.gz"])]),
        ("bzip2/bzip2", [bzip2 / f"{file}.c" for file in bzip2_files], ["-D_FILE_OFFSET_BITS=64"], compress("bz2")),
        ("sqlite/shell", [sqlite / "sqlite3.c", sqlite / "shell.c"], sqlite_flags, sql_runs),
        ("sqlite/speedtest", [sqlite / "sqlite3.c", sqlite / "test/speedtest1.c"], ["-DSQLITE_THREADSAFE=0", "-I", sqlite], speed),
    ]
    for name, sources, flags, runs in table:
        work_files = scripts if runs in (lua_runs, sql_runs) else []
        for level in levels:
            module = f"{name}-{level}"
            runs = [replace(run, reports=UNDEFINED.get((module, run.name), "")) for run in runs]
            yield Program(module, [*sources, *work_files], linked(clang, sources, flags, level), runs)


def timed_runs():
    """Flags and input of the runs that are timed, by program of `large`."""
    source = debian("sqlite3") / "sqlite3.c"
    return {
        "bzip2/bzip2": (["-9", "-c"], source),
        "zlib/minigzip": (["-6", "-c"], source),
        "lua/lua": ([SOURCES / "speed.lua"], "/dev/null"),
        "sqlite/speedtest": (["--size", "25", ":memory:"], "/dev/null"),
    }


def own(clang, levels=("O0", "O1", "O2")):
    """Our own programs in C and C++: each a file, with `// reports: WORDS` in one of its first lines if it does what is undefined, and
    `// options: WORDS` for `lindworm run`, `// flags: WORDS` for the compiler. Those of `undefined` are only compiled with `-O0 -g`, or
    with their flags: optimized, what is undefined is exploited."""
    for file in sorted(SOURCES.glob("*/*.c")) + sorted(SOURCES.glob("*/*.cpp")):
        head = file.read_text().splitlines()[:3]
        said = lambda what: next((line.partition(f"// {what}:")[2].strip() for line in head if line.startswith(f"// {what}:")), "")
        runs = [Run(reports=said("reports"), options=said("options").split())]
        plus = file.suffix == ".cpp"
        compiler = clang.parent / "clang++" if plus else clang
        libraries = {"libraries": ["-lstdc++"], "loads": ["libstdc++.so.6"]} if plus else {}
        is_undefined = file.parent.name == "undefined"
        for level in ("O0",) if is_undefined else levels:
            debug = level == "O1" or is_undefined
            flags = [*optimization(level), *["-g"] * debug, *said("flags").split(), "-S", "-emit-llvm", "-w"]
            command = lambda scratch, module, c=compiler, flags=flags, file=file: [[c, *flags, file, "-o", module]]
            yield Program(f"{file.parent.name}/{file.stem}-{level}", [file], command, runs, **libraries)


def rust():
    """Our own Rust programs. With fat link-time optimization, which is only done for what is linked, what rustc writes is the whole
    program, with the standard library."""
    libraries = ["-lgcc_s", "-lutil", "-lrt", "-ldl"]
    for file in sorted(SOURCES.glob("rust/*.rs")):
        # Where panics end the program, there is nothing to catch.
        panics = ["unwind"] if "catch_unwind" in file.read_text() else ["unwind", "abort"]
        for panic in panics:
            for level in (0, 1, 2) if panic == "unwind" else (0, 2):
                flags = [f"-Cpanic={panic}", f"-Copt-level={level}", "-Clto=fat", "-Ccodegen-units=1", "--edition=2021"]

                def command(scratch, module, flags=flags, file=file):
                    return [["rustc", f"--emit=llvm-ir={module},link={scratch / 'linked'}", *flags, file]]

                yield Program(f"rust/{file.stem}-O{level}-{panic}", [file], command, libraries=libraries)


def has_csmith():
    """Whether there is csmith, with the headers that its programs include."""
    return shutil.which("csmith") is not None and CSMITH.is_dir()


def csmith(clang, seeds, levels=("O0", "O2")):
    """Random C programs. One that has not ended natively after two seconds, unoptimized, is left out at every level: it may never
    end, and then may do anything. Without structs that are packed, as csmith takes addresses of their members."""
    unoptimized = {}
    for level in levels:
        for seed in range(1, seeds + 1):

            def commands(scratch, module, seed=seed, level=level):
                # csmith may not end either, and leaves a file where it runs.
                source = scratch / f"{seed}.c"
                generate = ["timeout", "60", shutil.which("csmith"), "--no-packed-struct", "--seed", str(seed), "-o", source]
                return [generate, [clang, *optimization(level), "-w", "-S", "-emit-llvm", "-I", CSMITH, source, "-o", module]]

            program = Program(f"csmith/{seed}-{level}", [], commands, seconds=2, like=unoptimized.get(seed))
            unoptimized.setdefault(seed, program)
            yield program


def unoptimized(clang):
    """The programs that do nothing undefined, as the IR that clang's -O2 starts from, and Rust's unoptimized."""
    levels = ("unoptimized",)
    found = [*own(clang, levels), *large(clang, levels), *(program for program in rust() if "-O0-" in program.name)]
    return [program for program in found if not any(run.reports for run in program.runs)]


def programs(clang, count):
    """All programs, and what is missing to make the others."""
    missing = []
    found = [*own(clang), *large(clang)]
    if shutil.which("rustc"):
        found += rust()
    else:
        missing.append("there is no rustc: no Rust programs")
    if has_csmith():
        found += csmith(clang, count)
    else:
        missing.append("there is no csmith, or no headers of it: none of its programs")
    return found, missing
