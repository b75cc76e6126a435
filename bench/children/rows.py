"""What is measured: rows of tables, each with its contenders and figures."""

from dataclasses import dataclass

TAKT = ("takt", "takt-1-loop", "takt-vt-handlers", "takt-streams", "takt-streams-vt")
PEERS = ("nuprocess3", "nuprocess4", "jdk", "jdk-vt")


@dataclass(frozen=True)
class Figure:
    """A column of a table."""

    key: str
    """As the programs print it."""
    title: str
    digits: int
    references: tuple = ()
    """Contenders by whose figure of the same round it is divided, each in a column of its own."""
    less: tuple = ()
    """Contenders whose figure of the same round is subtracted, each in a column of its own."""


@dataclass(frozen=True)
class Row:
    """Contenders that do the same."""

    part: str
    """What --row calls it."""
    title: str
    contenders: tuple
    figures: tuple
    java: tuple
    """What Measure is asked to do; {file} and {crc} are filled in."""
    c: tuple = ()
    """By the name of the contender: the program in C, and its arguments."""
    rounds: float = 1
    """For each that is asked for."""

    def c_command(self, contender):
        return dict(self.c).get(contender)


HEAP = Figure("heap_each", "heap bytes each", 0)
THREADS = Figure("threads", "threads", 0)
PEAK = Figure("peak_rss_mb", "peak RSS MB", 0)


def bulk():
    return Row(
        "a", "10 × `cat` of 250 MB at once, CRC32 of what arrives",
        ("c", "c-2-threads", *TAKT, *PEERS),
        (Figure("wall_s", "wall s", 2, ("jdk", "c")),
         Figure("cpu_s", "CPU s, children included", 2, ("jdk",)),
         Figure("own_cpu_s", "own CPU s", 2), HEAP, THREADS, PEAK),
        ("bulk", "{file}", "{crc}", "10", "2"),
        (("c", ("bulk", "{file}", "{crc}", "10", "2", "1")),
         ("c-2-threads", ("bulk", "{file}", "{crc}", "10", "2", "2"))))


def one_after_another():
    return Row(
        "b", "`/bin/true` one after another, from start to exit",
        ("c", "c-pipes", "takt", "takt-run", "takt-streams", "takt-streams-vt", *PEERS),
        (Figure("mean_us", "mean µs", 0, ("c", "c-pipes")), Figure("p50_us", "p50 µs", 0, ("c", "c-pipes")),
         Figure("p90_us", "p90 µs", 0), Figure("p99_us", "p99 µs", 0),
         Figure("cpu_ms_each", "CPU ms each", 2, ("c",)), HEAP, PEAK),
        ("spawn", "300", "1000", "4"),
        (("c", ("spawn", "plain", "50", "1000", "1")),
         ("c-pipes", ("spawn", "pipes", "50", "1000", "1"))))


def together(at_once):
    return Row(
        f"b{at_once}", f"`/bin/true`, {at_once} at a time",
        ("c-pipes", "takt", "takt-streams-vt", *PEERS),
        (Figure("wall_ms_each", "wall ms each", 2, ("c-pipes",)),
         Figure("cpu_ms_each", "CPU ms each", 2, ("c-pipes",)),
         Figure("own_cpu_ms_each", "own CPU ms each", 2), HEAP, THREADS, PEAK),
        ("together", str(at_once), "1200", "600"),
        (("c-pipes", ("spawn", "pipes", "50", "1200", str(at_once))),))


def feed():
    return Row(
        "c", "200 × `cat` at once, 1 MiB through stdin and back",
        ("takt", "takt-queue", *TAKT[1:], *PEERS),
        (Figure("wall_s", "wall s", 2, ("jdk", "nuprocess3")),
         Figure("cpu_ms_each", "CPU ms each", 2, ("nuprocess3",)),
         Figure("own_cpu_ms_each", "own CPU ms each", 2), HEAP, THREADS, PEAK),
        ("feed", "200", str(1 << 20), "4"))


def ready():
    return Row(
        "d", "`epoll_wait` and `read` of a byte that is there", ("c", "takt"),
        (Figure("round_ns", "ns", 0, ("c",)), Figure("heap_each", "heap bytes per event", 3)),
        ("ready", "500000"), (("c", ("round", "ready", "500000")),))


def trip():
    return Row(
        "d", "A byte to a `cat` and back", ("c", "takt", "takt-1-loop", "takt-streams", *PEERS[:3]),
        (Figure("round_ns", "ns", 0, ("c",)), Figure("heap_each", "heap bytes per trip", 3)),
        ("trip", "60000"), (("c", ("round", "trip", "60000")),))


def alive():
    return Row(
        "e", "1,000 children alive at once", ("takt", "takt-streams-vt", *PEERS),
        (Figure("growth_mb", "RSS growth MB", 1), Figure("rss_mb", "RSS MB", 0), THREADS,
         Figure("wall_s", "s to start them", 2), HEAP),
        ("alive", "1000"))


ALL = (bulk(), one_after_another(), together(20), together(200), feed(), ready(), trip(), alive())
FIRST_USE = "g"
PARTS = tuple(dict.fromkeys(row.part for row in ALL)) + (FIRST_USE,)
FIRST_USE_FIGURES = (Figure("wall_ms", "whole JVM, ms", 0, ("jdk",), ("jdk",)),
                     Figure("main_ms", "in `main`, ms", 0, ("jdk",), ("jdk",)))
FIRST_USE_CONTENDERS = ("nothing", "jdk", "takt", "takt-run", "nuprocess3", "nuprocess4")
