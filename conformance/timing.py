"""Programs timed beside each other, and the sizes of their code."""
import math, os, subprocess, sys


def processor_time(command, stdin="/dev/null"):
    """User and system time in seconds of a command, whose output is dropped."""
    files = [(os.POSIX_SPAWN_OPEN, 0, stdin, os.O_RDONLY, 0), (os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)]
    command = [str(word) for word in command]
    _, status, usage = os.wait4(os.posix_spawn(command[0], command, os.environ, file_actions=files), 0)
    if status:
        sys.exit(f"timing: {' '.join(command)} fails")
    return usage.ru_utime + usage.ru_stime


def beside(runs, llvm, ours, stdin="/dev/null"):
    """The best times of LLVM's command and of Lindworm's."""
    pairs = [(processor_time(llvm, stdin), processor_time(ours, stdin)) for _ in range(runs)]
    return min(p[0] for p in pairs), min(p[1] for p in pairs)


def text_size(program):
    """Bytes of code and constants."""
    output = subprocess.run(["size", program], check=True, stdout=subprocess.PIPE, text=True).stdout
    return int(output.splitlines()[1].split()[0])


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))
