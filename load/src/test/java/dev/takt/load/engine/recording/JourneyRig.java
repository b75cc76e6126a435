package dev.takt.load.engine.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.config.Pacing;
import dev.takt.load.engine.VirtualTransport;
import dev.takt.load.engine.loop.EventLoop;
import dev.takt.load.engine.loop.JourneySource;
import dev.takt.load.engine.loop.Pacer;
import dev.takt.load.journey.Feeder;
import dev.takt.load.journey.JourneySpec;
import dev.takt.load.journey.Journeys;
import dev.takt.load.journey.StepSpec;
import dev.takt.load.journey.ThinkTime;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.RateMode;
import dev.takt.load.schedule.Schedule;
import dev.takt.load.schedule.Schedules;
import dev.takt.load.workload.Workload;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.RecorderRegistry;
import dev.takt.runs.trace.OperationRecord;
import dev.takt.runs.trace.OperationTrace;
import dev.takt.runs.trace.OperationTraceWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One event loop with journeys in virtual time, and everything it records.
final class JourneyRig {

  private final Path directory;
  final List<String> operations = new ArrayList<>();
  final List<JourneySpec> specs = new ArrayList<>();
  Schedule schedule = Schedules.constant(Rate.perSecond(100));
  Pacing pacing = Pacing.HYBRID;
  long seed = 7;
  int slots = 16;
  long warmupNanos;
  long timeoutNanos = Long.MAX_VALUE;
  int shard;
  int shards = 1;

  JourneyRig(Path directory) {
    this.directory = directory;
  }

  /// Adds a journey whose step `i` comes after the think time `i`.
  JourneyRig journey(String name, double weight, ThinkTime... thinkTimes) {
    List<StepSpec> steps = new ArrayList<>();
    for (ThinkTime think : thinkTimes) {
      String step = "s" + steps.size();
      steps.add(StepSpec.of(step, operations.size(), think, List.of(), List.of()));
      operations.add(name + "." + step);
    }
    specs.add(new JourneySpec(name, weight, steps));
    return this;
  }

  /// How many numbers of steps a user has.
  int stride() {
    return specs.stream().mapToInt(each -> each.steps().size()).max().orElseThrow();
  }

  /// What a loop recorded.
  record Result(
      OperationCounters steps,
      OperationCounters journeys,
      Map<String, LatencyHistogram> histograms,
      List<OperationRecord> records) {

    LatencyHistogram histogram(String tag) {
      return histograms.getOrDefault(tag, new LatencyHistogram());
    }
  }

  Result run(VirtualTransport transport, RunDeadline deadline) {
    try {
      return runToTheEnd(transport, deadline);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Result runToTheEnd(VirtualTransport transport, RunDeadline deadline) throws IOException {
    Path file = directory.resolve("trace-" + System.nanoTime());
    RecorderRegistry registry = new RecorderRegistry();
    OperationCounters steps = new OperationCounters(operations.size());
    OperationCounters whole = new OperationCounters(specs.size());
    Journeys journeys = new Journeys(seed, specs, Feeder.NONE);
    long origin = LoopRig.ORIGIN;
    try (OperationTraceWriter trace =
        new OperationTraceWriter(file, operations, origin, Long.MAX_VALUE)) {
      Recording recording =
          new Recording(
              RateMode.FIXED, operations, journeys.names(), registry, trace, new StallLog());
      SendingRecorder recorder = recording.recorder(1, steps, false);
      SendingRecorder ofWhole = recording.journeyRecorder(whole);
      recorder.measureFrom(origin + warmupNanos);
      ofWhole.measureFrom(origin + warmupNanos);
      new EventLoop(
              transport,
              slots,
              new JourneySource(
                  journeys,
                  schedule.arrivals(shard, shards),
                  origin,
                  new JourneyRecorders(ofWhole, whole, recorder)),
              new Workload(7, 1.0),
              new Pacer(pacing, origin),
              deadline,
              recorder,
              steps,
              recording.stalls(),
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
    return new Result(steps, whole, histograms, read(file));
  }

  private static List<OperationRecord> read(Path file) throws IOException {
    List<OperationRecord> records = new ArrayList<>();
    try (OperationTrace trace = OperationTrace.open(file)) {
      for (@Nullable OperationRecord r = trace.next(); r != null; r = trace.next()) {
        records.add(r);
      }
    }
    return records;
  }
}
