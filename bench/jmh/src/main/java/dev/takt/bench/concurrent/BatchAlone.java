package dev.takt.bench.concurrent;

import static java.util.Objects.requireNonNull;

import dev.takt.bench.concurrent.contest.Batches;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// One thread that adds a batch of elements in one call and takes them in another.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class BatchAlone {

  private static final int CAPACITY = 4096;
  private static final int BATCH = 64;

  @Param("takt/SpscArray")
  private String contender = "";

  private @Nullable Batches batches;
  private final Object element = "ball";

  /// Makes the queue.
  @Setup
  public void create() {
    batches = Batches.create(contender, CAPACITY);
  }

  /// A batch there and back.
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public int batch() {
    Batches batches = requireNonNull(this.batches);
    return batches.fill(element, BATCH) + batches.drain(BATCH);
  }
}
