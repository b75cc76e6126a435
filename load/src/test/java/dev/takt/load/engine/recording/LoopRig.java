package dev.takt.load.engine.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.config.Pacing;
import dev.takt.load.engine.VirtualTransport;
import dev.takt.load.engine.loop.EventLoop;
import dev.takt.load.engine.loop.JourneySource;
import dev.takt.load.engine.loop.OperationSource;
import dev.takt.load.engine.loop.Pacer;
import dev.takt.load.engine.loop.Population;
import dev.takt.load.journey.Feeder;
import dev.takt.load.journey.JourneySpec;
import dev.takt.load.journey.Journeys;
import dev.takt.load.journey.Part;
import dev.takt.load.journey.StepSpec;
import dev.takt.load.journey.ThinkTime;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.RateMode;
import dev.takt.load.schedule.Schedule;
import dev.takt.load.schedule.Schedules;
import dev.takt.load.share.Share;
import dev.takt.load.workload.Workload;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.RecorderRegistry;
import dev.takt.runs.model.GeneratorReport.StallTotals;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.trace.ConnectionWaits;
import dev.takt.runs.trace.OperationRecord;
import dev.takt.runs.trace.OperationTrace;
import dev.takt.runs.trace.OperationTraceWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// One event loop in virtual time, with operations or with journeys, and everything it records.
public final class LoopRig {

  public static final long US = 1_000;
  public static final long MS = 1_000_000;
  public static final long SECOND = 1_000_000_000;

  /// The start of the schedule.
  public static final long ORIGIN = 1_000 * SECOND;

  /// When the loop is ready.
  public static final long BEGIN = ORIGIN - 2 * MS;

  private final Path directory;
  public Schedule schedule = Schedules.constant(Rate.perSecond(1000));
  public RateMode mode = RateMode.FIXED;
  public Pacing pacing = Pacing.HYBRID;
  public Workload workload = new Workload(7, 1.0);
  public List<String> operations = List.of("read");

  /// The journeys; without any, operations are sent.
  public final List<JourneySpec> journeys = new ArrayList<>();

  public long seed = 7;
  public int slots = 16;

  /// Whether a user keeps the slot of its first step to its end.
  public boolean keepsSlots;

  /// Whether a user keeps the slot of a step for the next one, for each step that is made.
  public BooleanSupplier keepsAfter = () -> false;

  public long warmupNanos;
  public long timeoutNanos = Long.MAX_VALUE;
  public long count = Long.MAX_VALUE;

  /// The size of a closed population; 0 for users who arrive on schedule.
  public int users;

  /// The part of the population that the loops have.
  public Share share = Share.WHOLE;

  private @Nullable Population population;
  public int shard;
  public int shards = 1;
  public StallLog stalls = new StallLog();

  public LoopRig(Path directory) {
    this.directory = directory;
  }

  /// Adds a journey whose step `i` comes after the think time `i`, but the first one at once.
  public LoopRig journey(String name, double weight, ThinkTime... thinkTimes) {
    List<Part> parts = new ArrayList<>();
    for (ThinkTime think : thinkTimes) {
      if (!parts.isEmpty()) {
        parts.add(new Part.Think(think));
      }
      parts.add(step(name));
    }
    journeys.add(new JourneySpec(name, weight, parts));
    return this;
  }

  /// A step for a journey, which is named `s0` and so on.
  public Part step(String journey) {
    if (journeys.isEmpty() && operations.contains("read")) {
      operations = new ArrayList<>();
    }
    long number = operations.stream().filter(each -> each.startsWith(journey + ".")).count();
    operations.add(journey + ".s" + number);
    StepSpec step = StepSpec.of("s" + number, operations.size() - 1, List.of(), List.of());
    return new Part.Step(keepsAfter.getAsBoolean() ? step.keepingConnection() : step);
  }

  public static RunDeadline deadline(long durationNanos, long drainNanos) {
    return new RunDeadline(ORIGIN + durationNanos, drainNanos);
  }

  /// What a loop recorded.
  ///
  /// @param counters of operations, or of the steps of journeys
  /// @param journeys the counters of journeys
  public record Result(
      OperationCounters counters,
      OperationCounters journeys,
      Map<String, LatencyHistogram> histograms,
      List<OperationRecord> records,
      StallTotals stalls,
      ConnectionWaits waits,
      long end) {

    public LatencyHistogram histogram(String tag) {
      return histograms.getOrDefault(tag, new LatencyHistogram());
    }

    public List<OperationRecord> in(OperationState state) {
      return records.stream().filter(r -> r.state() == state).toList();
    }
  }

  public Result run(VirtualTransport transport, RunDeadline deadline) {
    try {
      return runToTheEnd(transport, deadline);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Result runToTheEnd(VirtualTransport transport, RunDeadline deadline) throws IOException {
    Path file = directory.resolve("trace-" + System.nanoTime());
    RecorderRegistry registry = new RecorderRegistry();
    OperationCounters counters = new OperationCounters(operations.size());
    OperationCounters whole;
    try (OperationTraceWriter trace =
        new OperationTraceWriter(file, operations, ORIGIN, Long.MAX_VALUE, !journeys.isEmpty())) {
      List<String> names = journeys.stream().map(JourneySpec::name).toList();
      Recording recording =
          new Recording(mode, operations, names, groupNames(), registry, trace, stalls);
      whole = recording.journeyCounters();
      SendingRecorder recorder = recording.recorder(1, counters, false);
      recorder.measureFrom(ORIGIN + warmupNanos);
      OperationSource source = source(recording, recorder, whole);
      new EventLoop(
              transport,
              slots,
              source,
              workload,
              new Pacer(pacing, ORIGIN),
              deadline,
              recorder,
              counters,
              stalls,
              timeoutNanos)
          .run();
      trace.drain(0);
      assertThat(trace.lost()).isZero();
    }
    Map<String, LatencyHistogram> histograms = new TreeMap<>();
    registry.collect((tag, histogram) -> {
      LatencyHistogram copy = new LatencyHistogram();
      copy.add(histogram);
      histograms.put(tag, copy);
    });
    List<OperationRecord> records = new ArrayList<>();
    ConnectionWaits waits = read(file, records);
    return new Result(
        counters, whole, histograms, records, stalls.totals(), waits, transport.now());
  }

  private OperationSource source(
      Recording recording, SendingRecorder steps, OperationCounters whole) {
    if (!journeys.isEmpty()) {
      SendingRecorder ofWhole = recording.journeyRecorder(whole);
      ofWhole.measureFrom(ORIGIN + warmupNanos);
      Journeys all = new Journeys(seed, journeys, Feeder.NONE);
      JourneyRecorders recorders = new JourneyRecorders(ofWhole, whole, steps);
      return users == 0
          ? new JourneySource(all, schedule.arrivals(shard, shards), ORIGIN, recorders, keepsSlots)
          : new JourneySource(all, population(), shard, shards, ORIGIN, recorders, keepsSlots);
    }
    return mode.hasSchedule()
        ? new OperationSource.Scheduled(schedule, shard, shards, ORIGIN)
        : new OperationSource.Unlimited(count, Share.WHOLE, shard, shards, ORIGIN);
  }

  private List<String> groupNames() {
    return journeys.stream()
        .flatMap(each -> each.groups().stream().map(group -> each.name() + "." + group.name()))
        .toList();
  }

  /// All shards number their journeys together.
  private Population population() {
    Population known = population;
    if (known == null) {
      known = new Population(users, count, share);
      population = known;
    }
    return known;
  }

  private static ConnectionWaits read(Path file, List<OperationRecord> records) throws IOException {
    ConnectionWaits waits;
    try (OperationTrace trace = OperationTrace.open(file)) {
      for (@Nullable OperationRecord r = trace.next(); r != null; r = trace.next()) {
        records.add(r);
      }
      assertThat(trace.isTruncated()).isFalse();
      waits = trace.connectionWaits();
    }
    records.sort(Comparator.comparingLong(OperationRecord::due));
    return waits;
  }

  public static String tag(OperationState state, RunTags.Measure measure) {
    return RunTags.of(false, "read", state, measure);
  }
}
