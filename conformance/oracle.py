"""Where LLVM 22 is: its tools and its test inputs.

LINDWORM_LLVM_BIN     a directory with LLVM 22's opt
LINDWORM_LLVM_TEST    the directory llvm/test of LLVM 22's sources
LINDWORM_LLVM_CORPUS  a directory of larger .ll files, if there is one: programs, for `bench` and the corpus score
LINDWORM_LLVM         what `setup` made, for those of the three that are not given; by default ~/.cache/lindworm-llvm
"""
import os, re, subprocess
from pathlib import Path

MAJOR = "22"
ROOT = Path(__file__).resolve().parent.parent


class Oracle:
    def __init__(self):
        home = Path(os.environ.get("LINDWORM_LLVM") or Path.home() / ".cache/lindworm-llvm")
        place = lambda name, default: Path(os.environ.get(name) or home / default)
        self.bin = place("LINDWORM_LLVM_BIN", "bin")
        self.test = place("LINDWORM_LLVM_TEST", "test")
        self.corpus = place("LINDWORM_LLVM_CORPUS", "corpus")

    def missing(self):
        """Why there is no comparing; empty if there is."""
        opt = self.bin / "opt"
        if not opt.exists():
            return f"there is no {opt}: see conformance/README.md"
        version = subprocess.run([opt, "--version"], stdout=subprocess.PIPE, text=True).stdout
        if f"version {MAJOR}." not in version:
            return f"{opt} is not LLVM {MAJOR}"
        return "" if self.test.is_dir() else f"there are no test inputs in {self.test}: see conformance/README.md"


PART = re.compile(rb"^(?:;|//|#)?--- (\S+)[ \t]*$", re.M)


def inputs(test):
    """Every input: its name, and a function that gives its bytes. A file for split-file is as many inputs as it has parts."""
    for path in sorted(test.rglob("*.ll")):
        name = str(path.relative_to(test))
        data = path.read_bytes()
        parts = list(PART.finditer(data)) if b"split-file" in data else []
        if not parts:
            yield name, data
        for part, following in zip(parts, parts[1:] + [None]):
            if part[1].endswith(b".ll"):
                yield f"{name}#{part[1].decode()}", data[part.end() + 1 : following.start() if following else len(data)]


def built_lindworm(target=None, **environment):
    """The `lindworm` binary of this tree, built in the directory `target`, with these variables besides those of the environment."""
    target = target or Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    cargo = ["cargo", "build", "--quiet", "--release", "--package", "lindworm-cli", "--manifest-path", ROOT / "Cargo.toml"]
    subprocess.run(cargo, check=True, env={**os.environ, "CARGO_TARGET_DIR": str(target), **environment})
    return target / "release/lindworm"


def run(command, data=None, timeout=30):
    """Exit status, output, error output; the status of what ran out of time is None."""
    try:
        done = subprocess.run(command, input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout)
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        return None, b"", b""
