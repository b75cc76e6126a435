package dev.takt.watch.host;

import dev.takt.counters.perf.PerfAccess;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.StallSource;
import dev.takt.runs.text.EnglishText;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.LiveFigure;
import dev.takt.watch.observer.LongestStalls;
import dev.takt.watch.observer.Observer;
import dev.takt.watch.observer.WatchLevel;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Samples kernel counters of the machine and of the watched processes: steal time, pressure (PSI),
/// paging, major faults, and throttling of control groups. The edges of a stall are known to within
/// one sampling period.
///
/// Most of the cost of a sample is the wake-up and cold caches. So the default is the lowest rate
/// that still finds a stall of 10 ms: every 20 ms while no counter changes, every 10 ms once one
/// does. No file is read more often than its counter can change.
public final class HostSampler implements Observer {

  private static final long PERIOD_NANOS = 10_000_000;
  private static final long PERIOD_NANOS_DEEP = 5_000_000;

  /// Period while no counter changes. The counters are cumulative, so a change within a long period
  /// is still seen at its end; only its edges are less exact.
  private static final long CALM_PERIOD_NANOS = 20_000_000;

  /// Samples without a change after which the longer period is used.
  private static final int CALM_SAMPLES = 10;

  /// Steal, which the kernel counts in ticks of 10 ms, and CPU pressure are reported from 20 ms on,
  /// so each is read in every second sample only, alternating.
  private static final int SAMPLE_DIVISOR = 2;

  /// Period for swapping. `/proc/vmstat` is expensive for the kernel to produce.
  private static final long SWAP_NANOS = 20_000_000;

  /// Longest period for major faults. Those that wait for the disk are read earlier, when I/O
  /// pressure grows; this period finds the others.
  private static final long FAULTS_NANOS = 100_000_000;

  /// A sample this many periods after the previous one is late: the sampler itself was not
  /// scheduled.
  private static final int LATE_PERIODS = 3;

  private static final int MAX_STALLS = 50_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Map<Side, Long> pids;
  private final Path root;
  private final long periodNanos;
  private final long calmPeriodNanos;
  private final LongestStalls stalls = new LongestStalls(MAX_STALLS);
  private final List<HostProbe> probes = new ArrayList<>();
  private final List<NotObservable> notObservable = new ArrayList<>();
  private final Map<Side, Set<StallKind>> kinds = new EnumMap<>(Side.class);
  private BooleanSupplier isDiskAwaited = () -> true;
  private @Nullable Poller poller;
  private int calmSamples;
  private long lastSample;
  private long longestGap;
  private int lateSamples;

  /// @param pids processes whose faults and control groups are watched, besides the machine
  /// @param level the sampling rate
  public HostSampler(Map<Side, Long> pids, WatchLevel level) {
    this(pids, level, Path.of("/"));
  }

  /// @param root the directory that contains `proc` and `sys`
  HostSampler(Map<Side, Long> pids, WatchLevel level, Path root) {
    this.pids = Map.copyOf(pids);
    this.root = root;
    periodNanos =
        switch (level) {
          case DEFAULT -> PERIOD_NANOS;
          case DEEP -> PERIOD_NANOS_DEEP;
        };
    calmPeriodNanos =
        switch (level) {
          case DEFAULT -> CALM_PERIOD_NANOS;
          case DEEP -> PERIOD_NANOS_DEEP;
        };
  }

  @Override
  public void start() {
    open(System.nanoTime());
    if (!probes.isEmpty()) {
      poller = Poller.startPaced("takt-host-sampler", periodNanos, this::sample);
    }
  }

  /// Opens a probe for each counter that this machine has, and notes the missing ones.
  void open(long now) {
    lastSample = now;
    if (!PerfAccess.isSupportedPlatform()) {
      notObservable.add(
          new NotObservable(Side.HOST, "steal, pressure, paging", PerfAccess.unavailableReason()));
      return;
    }
    Path proc = root.resolve("proc");
    Path pressure = proc.resolve("pressure");
    add(
        Side.HOST,
        StallKind.STEAL,
        "steal",
        to ->
            RateLimitedProbe.everyNthSample(
                new StealProbe(proc.resolve("stat"), to), SAMPLE_DIVISOR, 0));
    add(
        Side.HOST,
        StallKind.CPU_PRESSURE,
        "CPU pressure",
        to ->
            RateLimitedProbe.everyNthSample(
                new PressureProbe(pressure, "cpu", SAMPLE_DIVISOR * periodNanos, to),
                SAMPLE_DIVISOR,
                1));
    add(
        Side.HOST,
        StallKind.IO_PRESSURE,
        "I/O pressure",
        to -> {
          PressureProbe io = new PressureProbe(pressure, "io", periodNanos, to);
          isDiskAwaited = io::isGrowing;
          return io;
        });
    add(
        Side.HOST,
        StallKind.MEMORY_PRESSURE,
        "memory pressure",
        to -> new PressureProbe(pressure, "memory", periodNanos, to));
    add(
        Side.HOST,
        StallKind.SWAP,
        "swapping",
        to -> RateLimitedProbe.everyNthSample(PagingProbe.swap(proc, to), samples(SWAP_NANOS), 0));
    pids.forEach((side, pid) -> {
      add(
          side,
          StallKind.MAJOR_FAULTS,
          "major page faults",
          to ->
              RateLimitedProbe.whenTriggered(
                  PagingProbe.majorFaults(proc, pid, to), isDiskAwaited, samples(FAULTS_NANOS)));
      addThrottling(side, pid);
    });
  }

  private int samples(long nanos) {
    return Math.toIntExact(nanos / periodNanos);
  }

  private void addThrottling(Side side, long pid) {
    String what = "cgroup throttling";
    try {
      List<String> reasons = new ArrayList<>();
      int before = probes.size();
      for (Path each : ControlGroups.cpuStats(root, pid)) {
        tryToAdd(side, StallKind.THROTTLED, to -> new ThrottleProbe(each, to), reasons);
      }
      if (probes.size() == before) {
        String why = reasons.isEmpty() ? "no control group with cpu.stat" : reasons.getFirst();
        notObservable.add(new NotObservable(side, what, "process " + pid + ": " + why));
      }
    } catch (IOException e) {
      notObservable.add(new NotObservable(side, what, reason(e)));
    }
  }

  /// Opens a probe.
  private interface Opener {
    HostProbe open(StallEmitter to) throws IOException;
  }

  private void add(Side side, StallKind kind, String what, Opener opener) {
    List<String> reasons = new ArrayList<>();
    tryToAdd(side, kind, opener, reasons);
    reasons.forEach(why -> notObservable.add(new NotObservable(side, what, why)));
  }

  private void tryToAdd(Side side, StallKind kind, Opener opener, List<String> reasons) {
    try {
      probes.add(opener.open(new StallEmitter(kind, side, source(side), stalls::add)));
      kinds.computeIfAbsent(side, _ -> EnumSet.noneOf(StallKind.class)).add(kind);
    } catch (IOException e) {
      reasons.add(reason(e));
    }
  }

  private String reason(IOException e) {
    if (e instanceof FileSystemException missing && !Files.exists(Path.of(missing.getFile()))) {
      String of =
          missing.getFile().contains("pressure")
              ? "; this kernel has no pressure accounting (CONFIG_PSI, psi=1)"
              : "; the process has ended, does not exist, or is hidden (hidepid)";
      return "there is no " + missing.getFile() + of;
    }
    return String.valueOf(e.getMessage());
  }

  private String period() {
    return calmPeriodNanos == periodNanos
        ? millis(periodNanos)
        : EnglishText.format(
            "%s while anything moves, else every %s", millis(periodNanos), millis(calmPeriodNanos));
  }

  private static String millis(long nanos) {
    return nanos / NANOS_PER_MILLI + " ms";
  }

  private static String source(Side side) {
    return side.lowerCase() + "-sampler";
  }

  /// Takes one sample of everything.
  ///
  /// @return nanoseconds until the next sample
  long sample(long now) {
    long gap = now - lastSample;
    lastSample = now;
    longestGap = Math.max(longestGap, gap);
    lateSamples += gap > LATE_PERIODS * nextDelayNanos() ? 1 : 0;
    boolean moved = false;
    for (int i = 0; i < probes.size(); i++) {
      moved |= probes.get(i).sample(now, gap);
    }
    calmSamples = moved ? 0 : Math.min(CALM_SAMPLES, calmSamples + 1);
    return nextDelayNanos();
  }

  /// Nanoseconds from the last sample to the next one.
  private long nextDelayNanos() {
    return calmSamples == CALM_SAMPLES ? calmPeriodNanos : periodNanos;
  }

  @Override
  public List<LiveFigure> live() {
    return probes.stream().flatMap(each -> each.live().stream()).toList();
  }

  @Override
  public Findings finish() {
    if (poller != null) {
      Throwable failure = poller.stop();
      if (failure != null) {
        notObservable.add(
            new NotObservable(Side.HOST, "samples after a failure", failure.toString()));
      }
    }
    probes.forEach(HostProbe::finish);
    probes.forEach(HostProbe::close);
    probes.clear();
    List<StallSource> sources = new ArrayList<>();
    kinds.forEach((side, seen) -> sources.add(source(side, seen)));
    return new Findings(sources, stalls.list(), notObservable, List.of());
  }

  private StallSource source(Side side, Set<StallKind> seen) {
    List<String> blind = new ArrayList<>();
    blind.add(
        "Which thread or request was affected: the counters are sums over a machine, process"
            + " or cgroup.");
    if (seen.contains(StallKind.STEAL)) {
      blind.add(
          "Steal of less than 20 ms on one processor: the kernel counts it in units of 10 ms.");
    }
    if (lateSamples > 0) {
      blind.add(
          EnglishText.format(
              "The sampler was late %d times, by up to %.0f ms: edges then are only that exact.",
              lateSamples, longestGap / 1e6));
    }
    if (stalls.omitted() > 0) {
      blind.add(stalls.omitted() + " stalls, shorter than all reported ones, are left out.");
    }
    return new StallSource(
        source(side),
        side,
        "/proc and cgroup files, sampled every " + period(),
        new StallSource.ClockAlignment(
            calmPeriodNanos, "the time of the sample, on the run's own clock"),
        periodNanos,
        0L,
        List.copyOf(seen),
        blind);
  }
}
