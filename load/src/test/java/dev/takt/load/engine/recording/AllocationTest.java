package dev.takt.load.engine.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.config.Pacing;
import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.engine.loop.EventLoop;
import dev.takt.load.engine.loop.OperationSource;
import dev.takt.load.engine.loop.Pacer;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.RateMode;
import dev.takt.load.schedule.Schedule;
import dev.takt.load.schedule.Schedules;
import dev.takt.load.share.Share;
import dev.takt.load.wire.TransportKind;
import dev.takt.load.wire.WireTransport;
import dev.takt.load.workload.Workload;
import dev.takt.record.RecorderRegistry;
import dev.takt.runs.trace.OperationTraceWriter;
import dev.takt.testing.Allocation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// No allocation per operation, from schedule to record.
class AllocationTest {

  private static final long MS = 1_000_000;
  private static final int OPERATIONS = 20_000;
  private static final int ATTEMPTS = 6;

  /// What creating a loop allocates.
  private static final long ONCE = 5 * 1024;

  @TempDir private Path directory;

  /// Answers at the next poll.
  private static final class AtTheNextLook implements AsyncDriver.Transport {
    private final boolean[] busy;

    AtTheNextLook(int slots) {
      busy = new boolean[slots];
    }

    @Override
    public void send(int slot, int operation, long n, AsyncDriver.Completions completions) {
      busy[slot] = true;
    }

    @Override
    public void poll(long deadlineNanos, AsyncDriver.Completions completions) {
      for (int slot = 0; slot < busy.length; slot++) {
        if (busy[slot]) {
          busy[slot] = false;
          completions.completed(slot, Outcome.OK, System.nanoTime());
        }
      }
    }

    @Override
    public void cancel(int slot) {
      busy[slot] = false;
    }

    @Override
    public void close() {}
  }

  /// Requests and answers of 16 bytes.
  private static final class Small implements WireDriver {
    @Override
    public Endpoint endpoint() {
      return Endpoint.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), null);
    }

    @Override
    public Session newSession() {
      return stream ->
          new Codec() {
            @Override
            public void encode(int operation, long n, ByteBuffer out) {
              out.putLong(n).putLong(operation);
            }

            @Override
            public @Nullable Outcome decode(ByteBuffer in) {
              if (in.remaining() < 16) {
                return null;
              }
              in.position(in.position() + 16);
              return Outcome.OK;
            }

            @Override
            public void reset() {}
          };
    }

    @Override
    public ByteBuffer sampleAnswer(int operation) {
      return ByteBuffer.allocate(16);
    }

    @Override
    public String describe() {
      return "itself";
    }

    @Override
    public void close() {}
  }

  @ParameterizedTest
  @EnumSource(RateMode.class)
  void aLoopOverMemory(RateMode mode) throws IOException {
    assertThat(leastOf(mode, new AtTheNextLook(8))).isLessThan(OPERATIONS);
  }

  @Test
  void aLoopOverSockets() throws IOException {
    try (WireTransport transport = WireTransport.toItself(new Small(), 8, TransportKind.EPOLL)) {
      assertThat(leastOf(RateMode.FIXED, transport)).isLessThan(OPERATIONS);
    }
  }

  /// On a busy machine the JIT compiler is slow, and code that is not compiled yet allocates.
  private long leastOf(RateMode mode, AsyncDriver.Transport transport) throws IOException {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < ATTEMPTS && least >= OPERATIONS; i++) {
      least = Math.min(least, perRun(mode, transport));
    }
    return least;
  }

  /// The bytes that a warm run allocates, minus what it needs once.
  private long perRun(RateMode mode, AsyncDriver.Transport transport) throws IOException {
    Workload workload = new Workload(1, 3, 1);
    List<String> names = List.of("read", "write");
    RecorderRegistry registry = new RecorderRegistry();
    OperationCounters counters = new OperationCounters(2);
    try (OperationTraceWriter trace =
        new OperationTraceWriter(
            directory.resolve("trace-" + mode), names, System.nanoTime(), Long.MAX_VALUE)) {
      SendingRecorder recorder =
          new Recording(mode, names, registry, trace, new StallLog()).recorder(1, counters, false);
      AtomicLong fewestStalls = new AtomicLong(Long.MAX_VALUE);
      long allocated =
          Allocation.of(() -> {
            StallLog stalls = new StallLog();
            loop(mode, transport, workload, recorder, counters, stalls).run();
            fewestStalls.accumulateAndGet(stalls.totals().count(), Math::min);
            drain(trace);
          });
      assertThat(counters.answered()).isEqualTo(10L * OPERATIONS);
      assertThat(trace.lost()).isZero();
      return allocated - ONCE - notesOf(fewestStalls.get());
    }
  }

  /// What a loop allocates to record this number of stalls on a busy machine: in its own log and in
  /// that of the run, a new array for each stall.
  private static long notesOf(long stalls) {
    return 2 * (stalls * (stalls + 1) * Long.BYTES + stalls * 64);
  }

  private static EventLoop loop(
      RateMode mode,
      AsyncDriver.Transport transport,
      Workload workload,
      SendingRecorder recorder,
      OperationCounters counters,
      StallLog stalls) {
    long origin = System.nanoTime();
    // 100,000 a second. Part of it is backlog, which is sent as fast as possible.
    Schedule schedule =
        Schedules.limited(Schedules.constant(Rate.perSecond(100_000)), Long.MAX_VALUE, OPERATIONS);
    OperationSource source =
        mode.hasSchedule()
            ? new OperationSource.Scheduled(schedule, 0, 1, origin)
            : new OperationSource.Unlimited(OPERATIONS, Share.WHOLE, 0, 1, origin);
    return new EventLoop(
        transport,
        8,
        source,
        workload,
        new Pacer(Pacing.HYBRID, origin),
        new RunDeadline(Long.MAX_VALUE, 0),
        recorder,
        counters,
        stalls,
        10_000 * MS);
  }

  private static void drain(OperationTraceWriter trace) {
    try {
      trace.drain(0);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
