package dev.takt.explain.trace;

import static dev.takt.runs.trace.OperationRecord.NONE;

import dev.takt.explain.trace.Chunk.OpenOperation;
import dev.takt.runs.trace.OperationTrace;
import dev.takt.runs.trace.TraceBlock;
import dev.takt.runs.trace.TraceContext;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Reads a trace in several threads. Each thread takes a block, decodes and sorts it, and appends
/// it after all earlier blocks. Everything after a damaged block is ignored.
final class ParallelTraceReader {

  /// More threads would only wait for their turn to append.
  private static final int MAX_THREADS = 8;

  private final OperationTrace trace;
  private final long from;
  private final long until;
  private final OperationsBuilder builder;
  private final List<OpenOperation> open = new ArrayList<>();
  private final Durations durations;
  private long bytesLeft;
  private int nextBlock;
  private boolean stopped;
  private @Nullable IOException failure;
  private boolean damaged;
  private boolean scheduled;
  private long lastEnd = NONE;

  /// @param length the length of the file, in bytes
  /// @param from the begin of the measured part, inclusive
  /// @param until its end, inclusive
  /// @param traces the trace contexts of the run; null if they are not known
  ParallelTraceReader(
      OperationTrace trace, long length, long from, long until, @Nullable TraceContext traces) {
    this.trace = trace;
    this.from = from;
    this.until = until;
    builder = new OperationsBuilder(trace.operations(), traces);
    durations = new Durations(trace.operations().size());
    bytesLeft = length;
  }

  /// Reads the whole trace.
  Operations read() throws IOException {
    int threads = Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors());
    IntStream.range(0, threads).parallel().forEach(_ -> work());
    if (failure != null) {
      throw failure;
    }
    if (!open.isEmpty()) {
      Chunk closed = Chunk.ofOpen(open, lastEnd);
      builder.append(closed, 1);
      closed.addTo(durations);
    }
    // In a damaged trace, durations may include operations of blocks that were not appended.
    return builder.build(scheduled, damaged ? null : durations);
  }

  /// Whether there is a damaged block.
  boolean isDamaged() {
    return damaged;
  }

  private void work() {
    TraceBlock block = new TraceBlock();
    Chunk chunk = new Chunk(from, until);
    Durations ofMine = new Durations(trace.operations().size());
    try {
      boolean goesOn = trace.read(block);
      while (goesOn) {
        chunk.fill(block);
        chunk.addTo(ofMine);
        goesOn = append(block, chunk) && trace.read(block);
      }
      add(ofMine);
    } catch (IOException e) {
      fail(e);
    } catch (RuntimeException | Error e) {
      fail(null);
      throw e;
    }
  }

  private synchronized void add(Durations some) {
    durations.add(some);
  }

  /// Stops all threads; wakes those that wait for their turn.
  private synchronized void fail(@Nullable IOException why) {
    failure = why;
    stopped = true;
    notifyAll();
  }

  /// Appends a block when all earlier ones are appended.
  ///
  /// @return whether to continue
  private synchronized boolean append(TraceBlock block, Chunk chunk) throws IOException {
    try {
      while (nextBlock != block.number() && !stopped) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while operations were read");
    }
    if (stopped) {
      return false;
    }
    builder.append(chunk, (double) bytesLeft / block.length());
    bytesLeft -= block.length();
    open.addAll(chunk.open());
    scheduled |= chunk.isScheduled();
    lastEnd = Math.max(lastEnd, chunk.lastEnd());
    damaged = !chunk.isUndamaged();
    stopped = damaged;
    nextBlock++;
    notifyAll();
    return !stopped;
  }
}
