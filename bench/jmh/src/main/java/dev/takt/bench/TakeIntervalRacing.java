package dev.takt.bench;

import static dev.takt.bench.Latencies.HIGHEST;

import dev.takt.record.LatencyRecorder;
import dev.takt.record.RecorderRegistry;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/// Takes intervals one after the other while a writer records without a rest. Percentiles, because
/// HdrHistogram's reader sleeps half a millisecond when it meets a writer: the time of an interval,
/// and the time of 4,096 records, which shows what the reader costs the writer.
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TakeIntervalRacing {

  /// A registry with one tag and one recorder.
  @State(Scope.Group)
  public static class Takt {
    final RecorderRegistry registry = new RecorderRegistry();
    final LatencyRecorder recorder = registry.singleWriter("READ");
  }

  /// HdrHistogram's recorder for one writer, and the histogram that it is given back.
  @State(Scope.Group)
  public static class HdrSingleWriter {
    final SingleWriterRecorder recorder = new SingleWriterRecorder(HIGHEST, 3);
    @Nullable Histogram recycled;
  }

  /// HdrHistogram's recorder for many writers, and the histogram that it is given back.
  @State(Scope.Group)
  public static class HdrShared {
    final Recorder recorder = new Recorder(HIGHEST, 3);
    @Nullable Histogram recycled;
  }

  @Benchmark
  @Group("takt")
  public void taktRecords(Takt state, Latencies latencies) {
    for (long nanos : latencies.nanos) {
      state.recorder.record(nanos);
    }
  }

  @Benchmark
  @Group("takt")
  public void taktInterval(Takt state, Blackhole hole) {
    state.registry.collect((tag, interval) -> hole.consume(interval));
  }

  @Benchmark
  @Group("hdrSingleWriterRecorder")
  public void hdrSingleWriterRecords(HdrSingleWriter state, Latencies latencies) {
    for (long nanos : latencies.nanos) {
      state.recorder.recordValue(nanos);
    }
  }

  @Benchmark
  @Group("hdrSingleWriterRecorder")
  public Histogram hdrSingleWriterInterval(HdrSingleWriter state) {
    return state.recycled = state.recorder.getIntervalHistogram(state.recycled);
  }

  @Benchmark
  @Group("hdrRecorder")
  public void hdrRecords(HdrShared state, Latencies latencies) {
    for (long nanos : latencies.nanos) {
      state.recorder.recordValue(nanos);
    }
  }

  @Benchmark
  @Group("hdrRecorder")
  public Histogram hdrInterval(HdrShared state) {
    return state.recycled = state.recorder.getIntervalHistogram(state.recycled);
  }
}
