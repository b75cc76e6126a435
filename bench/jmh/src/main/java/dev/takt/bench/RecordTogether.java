package dev.takt.bench;

import static dev.takt.bench.Latencies.COUNT;
import static dev.takt.bench.Latencies.HIGHEST;

import dev.takt.record.SharedRecorder;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.AtomicHistogram;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/// Two threads record into the same thing.
@State(Scope.Benchmark)
@Threads(2)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(COUNT)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RecordTogether {

  private final SharedRecorder takt = new SharedRecorder();
  private final AtomicHistogram atomicHistogram = new AtomicHistogram(HIGHEST, 3);
  private final Recorder recorder = new Recorder(HIGHEST, 3);

  @Benchmark
  public void takt(Latencies latencies) {
    for (long nanos : latencies.nanos) {
      takt.record(nanos);
    }
  }

  @Benchmark
  public void hdrAtomicHistogram(Latencies latencies) {
    for (long nanos : latencies.nanos) {
      atomicHistogram.recordValue(nanos);
    }
  }

  @Benchmark
  public void hdrRecorder(Latencies latencies) {
    for (long nanos : latencies.nanos) {
      recorder.recordValue(nanos);
    }
  }
}
