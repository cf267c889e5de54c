"""What Lindworm tells of problems: syntax errors, broken rules, undefined behaviour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, List, Optional, Tuple

if TYPE_CHECKING:
    from ._native import Global, Instruction


@dataclass(frozen=True)
class Diagnostic:
    """A message about a place in text or bitcode."""

    message: str
    """What is wrong, in LLVM's words where LLVM has words."""
    offset: int
    """Bytes from the start of the input."""
    line: Optional[int]
    """The line from 1; None in bitcode."""
    column: Optional[int]
    """The column in bytes from 1; None in bitcode."""


@dataclass(frozen=True)
class Finding:
    """A breach of a rule of the language."""

    code: str
    """The code of the rule, such as ``LW0464``."""
    message: str
    """What is wrong, in LLVM's words where LLVM has words."""
    subjects: str
    """What LLVM prints under the message: the values and metadata that it is about."""
    function: Optional["Global"]
    """The function or variable that was checked."""
    instruction: Optional["Instruction"]
    """The instruction that was checked."""
    line: Optional[int]
    """The line from 1, of a module that was read from text with ``places=True``."""
    column: Optional[int]
    """The column in bytes from 1."""
    is_debug_info: bool
    """Whether only debug information is broken."""
    rule: str
    """What must hold."""
    reason: str
    """Why it must hold."""

    def __str__(self) -> str:
        place = f"{self.line}:{self.column}: " if self.line is not None else ""
        return f"{place}{self.message} [{self.code}]"


@dataclass(frozen=True)
class Frame:
    """A call on the way to what a report is about."""

    function: str
    """The name of the function."""
    instruction: Optional[str]
    """The instruction."""
    line: Optional[int]
    """The line of the instruction in the text of a module that was read with ``places=True``."""
    column: Optional[int]
    """The column in bytes from 1."""
    source: List[Tuple[str, str, int, int]]
    """Function, file, line and column in the source, as debug information has them: the place itself, then those that it was inlined to."""


@dataclass(frozen=True)
class Report:
    """Why a program could not go on."""

    code: Optional[str]
    """The code of the undefined behaviour, such as ``UB0101``; None if the machine gave up for another reason."""
    title: str
    """The kind of undefined behaviour, or the reason."""
    message: str
    """What happened, with values."""
    text: str
    """The whole report, as ``lindworm run`` shows it."""
    operands: List[Tuple[str, str]]
    """The operands of the instruction, as ``i32 %x``, and their values."""
    notes: List[str]
    """What more is known, such as where a value came from."""
    stack: List[Frame]
    """The calls, the innermost first."""

    def __str__(self) -> str:
        return self.text


class Error(Exception):
    """What all exceptions of Lindworm are."""


class ParseError(Error):
    """The input is no module. ``diagnostics`` has at least one message."""

    def __init__(self, message: str, name: str, diagnostics: List[Diagnostic]) -> None:
        super().__init__(message)
        self.name = name
        self.diagnostics = diagnostics


class VerifyError(Error):
    """A module that was to be run or checked breaks rules of the language."""

    def __init__(self, message: str, findings: List[Finding]) -> None:
        super().__init__(message)
        self.findings = findings


class LinkError(Error):
    """Modules cannot be linked, in LLVM's words."""


class MachineError(Error):
    """A program cannot go on, though nothing is undefined: a limit, a function that is not known."""

    def __init__(self, report: Report) -> None:
        super().__init__(report.message)
        self.report = report


class UndefinedBehavior(MachineError):
    """A program did what is undefined."""

    def __init__(self, report: Report) -> None:
        Error.__init__(self, f"{report.code}: {report.title}: {report.message}")
        self.report = report


class ProgramExit(Error):
    """A function that was called ended the program."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the program ended with exit code {code}")
        self.code = code


class ProgramSignal(Error):
    """A signal ended the program, such as that of ``abort``."""

    def __init__(self, signal: int) -> None:
        super().__init__(f"the program was ended by signal {signal}")
        self.signal = signal
