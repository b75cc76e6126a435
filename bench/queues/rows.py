"""What is compared with what: rows of tables, each with its contenders.

A contender is told by its name, as the Java side knows it: whose queue, of what kind, and by which of
the two promises it is used. Contenders are compared within a group, like with like: the same number
of threads, the same kind of bound, the same promise.
"""

from dataclasses import dataclass

STRICT, RELAXED = "strict", "relaxed"


@dataclass(frozen=True)
class Group:
    """Contenders that keep the same promise."""

    title: str
    contenders: list
    reference: str = "jctools"
    """What the names of those begin with whose best is the measure."""


def queues(promise, *names):
    return [f"{name}/{promise}" for name in names]


def everywhere(kind, *peers):
    return [f"{peer}/{kind}" for peer in peers]


JCTOOLS = ("jctools-u", "jctools-v")
OURS = ("takt", *JCTOOLS)

SPSC = [
    Group("SPSC, bounded", queues(STRICT, *everywhere("SpscArray", *OURS, "agrona"))),
    Group("SPSC, chunked", queues(STRICT, *everywhere("SpscChunked", *OURS))),
    Group("SPSC, unbounded", queues(STRICT, *everywhere("SpscUnbounded", *OURS))),
]
SPSC_ALL = SPSC + [Group("SPSC, growable", queues(STRICT, *everywhere("SpscGrowable", *OURS)))]
MPSC = [
    Group("MPSC, bounded, strict", queues(STRICT, *everywhere("MpscArray", *OURS))),
    Group("MPSC, bounded, relaxed", queues(RELAXED, *everywhere("MpscArray", *OURS, "agrona"))),
    Group("MPSC, unbounded, strict", queues(STRICT, *everywhere("MpscLinked", *OURS),
                                            *everywhere("MpscUnbounded", *OURS))),
    Group("MPSC, unbounded, relaxed", queues(RELAXED, *everywhere("MpscLinked", *OURS),
                                             *everywhere("MpscUnbounded", *OURS))),
]
MPMC = [
    Group("MPMC, strict", queues(STRICT, *everywhere("MpmcArray", *OURS), "jdk/ConcurrentLinked",
                                 "jdk/LinkedTransfer", "jdk/LinkedBlocking", "jdk/ArrayBlocking")),
    Group("MPMC, relaxed", queues(RELAXED, *everywhere("MpmcArray", *OURS, "agrona"))),
]
ORDERED = [Group("ordered", ["takt", "original", "synchronized", "single consumer", "disruptor",
                             "no order"], reference="original")]


@dataclass(frozen=True)
class Rotation:
    """Contenders that run in turn within one JVM, and a table of them."""

    part: str
    """What --only calls it."""
    title: str
    contest: str
    parameter: str
    groups: list
    slice_micros: int = 1_000
    rounds: int = 120
    """Of a fork, when there is time."""
    bare: bool = False
    """Whether the probe is what an operation cannot go below."""
    tasks: bool = False
    """Whether CPU and allocation are of interest, and throughput is not."""
    throughput: bool = False
    """Whether messages per microsecond are shown, in place of ns."""
    one_thread: bool = False
    """Whether the distance of the cores is of no interest, and allocation is."""
    options: tuple = ("-Xms3g", "-Xmx3g", "-Xmn2g")
    """For the JVM; these are so that nothing is collected, and no queue grows old, meanwhile."""

    @property
    def contenders(self):
        return [name for group in self.groups for name in group.contenders]


def batches(groups):
    """Batches make no promise: a group for each kind of queue."""
    seen = {}
    for group in groups:
        names = [name.rsplit("/", 1)[0] for name in group.contenders]
        names = [name for name in names if name.split("/")[0] in OURS]
        seen.setdefault(tuple(names), group.title.removesuffix(", strict"))
    return [Group(title, list(names)) for names, title in seen.items()]


def bounded(groups):
    """Of those whose capacity matters."""
    return [Group(group.title, [name for name in group.contenders if "Array" in name], group.reference)
            for group in groups if "unbounded" not in group.title]


def trips():
    pairs = [Rotation("trip", f"{kind}: round trip of bursts of {burst}", "RoundTrip", f"{burst},2",
                      groups, bare=burst == 1)
             for burst in (1, 10, 100)
             for kind, groups in (("SPSC", SPSC), ("MPSC", MPSC), ("MPMC", MPMC))]
    chains = [Rotation("chain", f"{kind}: bursts of 100 by a chain of 8 threads", "RoundTrip", "100,8",
                       groups, slice_micros=8_000, rounds=40)
              for kind, groups in (("SPSC", SPSC), ("MPSC", MPSC), ("MPMC", MPMC))]
    return pairs + chains


def held():
    return [Rotation("held", f"{kind}: 256 messages go round", "Held", "256", groups)
            for kind, groups in (("SPSC", SPSC), ("MPSC", MPSC), ("MPMC", MPMC))]


def streams():
    one_to_one = [
        Rotation("stream", f"{kind}: 1P1C, capacity 4,096, {idle}", "Stream", f"1,1,4096,{idle}",
                 groups, slice_micros=2_000, rounds=80, throughput=True)
        for idle in ("spin", "yield")
        for kind, groups in (("SPSC", SPSC[:1] + SPSC[2:]), ("MPSC", MPSC), ("MPMC", MPMC))]
    several = [
        Rotation("stream", f"{kind}: {producers}P{consumers}C, capacity 4,096, yield", "Stream",
                 f"{producers},{consumers},4096,yield", groups, slice_micros=8_000, rounds=40,
                 throughput=True)
        for kind, producers, consumers, groups in (
            ("MPSC", 2, 1, MPSC), ("MPSC", 3, 1, MPSC), ("MPMC", 2, 2, MPMC), ("MPMC", 3, 3, MPMC),
            ("MPMC", 4, 4, MPMC), ("MPMC", 5, 5, MPMC), ("MPMC", 6, 6, MPMC))]
    large = [
        Rotation("stream", f"{kind}: 1P1C, capacity 1M, yield", "Stream", f"1,1,{1 << 20},yield",
                 bounded(groups), slice_micros=40_000, rounds=30, throughput=True)
        for kind, groups in (("SPSC", SPSC), ("MPSC", MPSC), ("MPMC", MPMC))]
    in_batches = [
        Rotation("stream", f"{kind}: 1P1C, capacity 4,096, batches of 64, yield", "BatchStream",
                 "64", batches(groups), slice_micros=2_000, rounds=80, throughput=True)
        for kind, groups in (("SPSC", SPSC), ("MPSC", MPSC[::2]), ("MPMC", MPMC[:1]))]
    return one_to_one + several + large + in_batches


def ordered():
    return [Rotation("ordered", f"Tasks of {nanos / 1000:g} µs, results in order", "Ordering",
                     f"{nanos}ns", ORDERED, slice_micros=5_000, rounds=60, tasks=True)
            for nanos in (250, 1_000, 5_000, 20_000)]


def old():
    groups = [SPSC[0], SPSC[2], MPSC[3], MPMC[1]]
    return [Rotation("old", f"Pairs in an old queue with fresh elements on {name}", "Pair", "fresh",
                     groups, slice_micros=20_000, rounds=60, one_thread=True,
                     options=("-Xms1g", "-Xmx1g", option))
            for name, option in (("G1", "-XX:+UseG1GC"), ("Parallel", "-XX:+UseParallelGC"),
                                 ("ZGC", "-XX:+UseZGC"), ("Serial", "-XX:+UseSerialGC"))]


ALL = (
    [Rotation("pair", "Offer and poll on one thread", "Pair", "same", SPSC_ALL + MPSC + MPMC,
              slice_micros=2_000, rounds=80, one_thread=True),
     Rotation("batch", "Fill and drain 64 on one thread, for each element", "BatchPair", "64",
              batches(SPSC_ALL + MPSC[::2] + MPMC[:1]), slice_micros=2_000, rounds=80,
              one_thread=True)]
    + trips() + held() + streams() + old() + ordered())
PARTS = list(dict.fromkeys(row.part for row in ALL))
