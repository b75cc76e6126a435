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
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/// Takes the histogram of an interval in which one writer recorded some thousand values, while no
/// thread records.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TakeInterval {

  /// A registry with one tag and one recorder.
  @State(Scope.Thread)
  public static class Takt {
    final RecorderRegistry registry = new RecorderRegistry();
    private final LatencyRecorder recorder = registry.singleWriter("READ");

    /// Records an interval's values.
    @Setup(Level.Invocation)
    public void fill(Latencies latencies) {
      for (long nanos : latencies.nanos) {
        recorder.record(nanos);
      }
    }
  }

  /// HdrHistogram's recorder for one writer, and the histogram that it is given back.
  @State(Scope.Thread)
  public static class HdrSingleWriter {
    final SingleWriterRecorder recorder = new SingleWriterRecorder(HIGHEST, 3);
    @Nullable Histogram recycled;

    /// Records an interval's values.
    @Setup(Level.Invocation)
    public void fill(Latencies latencies) {
      for (long nanos : latencies.nanos) {
        recorder.recordValue(nanos);
      }
    }
  }

  /// HdrHistogram's recorder for many writers, and the histogram that it is given back.
  @State(Scope.Thread)
  public static class HdrShared {
    final Recorder recorder = new Recorder(HIGHEST, 3);
    @Nullable Histogram recycled;

    /// Records an interval's values.
    @Setup(Level.Invocation)
    public void fill(Latencies latencies) {
      for (long nanos : latencies.nanos) {
        recorder.recordValue(nanos);
      }
    }
  }

  @Benchmark
  public void takt(Takt state, Blackhole hole) {
    state.registry.collect((tag, interval) -> hole.consume(interval));
  }

  @Benchmark
  public Histogram hdrSingleWriterRecorder(HdrSingleWriter state) {
    return state.recycled = state.recorder.getIntervalHistogram(state.recycled);
  }

  @Benchmark
  public Histogram hdrRecorder(HdrShared state) {
    return state.recycled = state.recorder.getIntervalHistogram(state.recycled);
  }
}
