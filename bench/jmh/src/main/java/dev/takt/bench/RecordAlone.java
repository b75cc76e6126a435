package dev.takt.bench;

import static dev.takt.bench.Latencies.COUNT;
import static dev.takt.bench.Latencies.HIGHEST;

import dev.takt.record.LatencyRecorder;
import dev.takt.record.SharedRecorder;
import dev.takt.record.SingleWriterRecorder;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// One thread records into something that is its own.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(COUNT)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RecordAlone {

  private final LatencyRecorder takt = new SingleWriterRecorder();
  private final LatencyRecorder taktShared = new SharedRecorder();
  private final Histogram histogram = new Histogram(HIGHEST, 3);
  private final AtomicHistogram atomicHistogram = new AtomicHistogram(HIGHEST, 3);
  private final org.HdrHistogram.SingleWriterRecorder singleWriterRecorder =
      new org.HdrHistogram.SingleWriterRecorder(HIGHEST, 3);
  private final Recorder recorder = new Recorder(HIGHEST, 3);

  @Benchmark
  public void takt(Latencies latencies) {
    for (long nanos : latencies.nanos) {
      takt.record(nanos);
    }
  }

  @Benchmark
  public void taktShared(Latencies latencies) {
    for (long nanos : latencies.nanos) {
      taktShared.record(nanos);
    }
  }

  /// A plain histogram, which no other thread may read: what a recorder cannot go below.
  @Benchmark
  public void hdrHistogram(Latencies latencies) {
    for (long nanos : latencies.nanos) {
      histogram.recordValue(nanos);
    }
  }

  @Benchmark
  public void hdrAtomicHistogram(Latencies latencies) {
    for (long nanos : latencies.nanos) {
      atomicHistogram.recordValue(nanos);
    }
  }

  @Benchmark
  public void hdrSingleWriterRecorder(Latencies latencies) {
    for (long nanos : latencies.nanos) {
      singleWriterRecorder.recordValue(nanos);
    }
  }

  @Benchmark
  public void hdrRecorder(Latencies latencies) {
    for (long nanos : latencies.nanos) {
      recorder.recordValue(nanos);
    }
  }
}
