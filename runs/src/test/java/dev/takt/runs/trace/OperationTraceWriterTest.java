package dev.takt.runs.trace;

import static dev.takt.runs.trace.OperationRecord.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.trace.OperationTraceWriter.Lane;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperationTraceWriterTest {

  private static final int OK = OperationState.COMPLETED.code();
  private static final int FAILED = OperationState.FAILED.code();
  private static final List<String> NAMES = List.of("get");

  @TempDir Path temp;

  @Test
  void losesNothingWhileLanesRaceWithTheDrain() throws Exception {
    int lanes = 4;
    int each = 200_000;
    AtomicLong refused = new AtomicLong();
    OperationTraceWriter writer = writer(Long.MAX_VALUE);
    List<Thread> senders = new ArrayList<>();
    for (int i = 0; i < lanes; i++) {
      long number = i;
      senders.add(
          Thread.ofPlatform()
              .start(() -> {
                Lane lane = writer.lane(1 << 12);
                for (long n = 0; n < each; n++) {
                  long id = number * each + n;
                  if (!lane.record(0, id, id + 1, id + 2, OK)) {
                    refused.incrementAndGet();
                  }
                }
              }));
    }
    while (senders.stream().anyMatch(Thread::isAlive)) {
      writer.drain(0);
    }
    writer.drain(0);
    assertThat(writer.lost()).isEqualTo(refused.get());
    assertThat(writer.written()).isEqualTo((long) lanes * each - refused.get());
    writer.close();

    Set<Long> ids = new HashSet<>();
    for (OperationRecord r : read()) {
      assertThat(r.end() - r.intended() == 2 && r.start() - r.intended() == 1).isTrue();
      ids.add(r.intended());
    }
    assertThat(ids).hasSize((int) writer.written());
  }

  @Test
  void countsWhatAFullLaneLoses() throws IOException {
    try (OperationTraceWriter writer = writer(1000)) {
      Lane lane = writer.lane(8);
      for (int i = 0; i < 20; i++) {
        assertThat(lane.record(0, i, i, i, OK)).isEqualTo(i < 8);
      }
      assertThat(writer.lost()).isEqualTo(12);
      writer.drain(0);
      assertThat(lane.record(0, 20, 20, 20, OK)).isTrue();
      writer.drain(0);
      assertThat(writer.written()).isEqualTo(9);
    }
    assertThat(totals()).isEqualTo(new OperationTrace.Totals(9, 0, 12));
  }

  @Test
  void pastTheBoundWritesTheSlowAndTheFailedOnly() throws IOException {
    try (OperationTraceWriter writer = writer(3)) {
      Lane lane = writer.lane(64);
      for (int i = 0; i < 3; i++) {
        lane.record(0, i, i, i, OK);
      }
      lane.record(0, 100, 149, 199, OK); // 99 from its intended start: fast
      lane.record(0, 200, 250, 300, OK); // 100: slow
      lane.record(0, NONE, 301, 400, OK); // no schedule, service 99: fast
      lane.record(0, NONE, 400, 500, OK); // no schedule, service 100: slow
      lane.record(0, 500, 500, 501, FAILED); // fast, but recorded because it failed
      lane.record(0, 600, 600, 900, OK); // slow, but the second bound is reached
      lane.record(0, 700, NONE, NONE, OperationState.NEVER_SENT.code());
      writer.drain(100);
      assertThat(writer.written()).isEqualTo(6);
      assertThat(writer.skipped()).isEqualTo(4);
    }
    assertThat(read())
        .extracting(OperationRecord::due)
        .containsExactly(0L, 1L, 2L, 200L, 400L, 500L);
    assertThat(totals()).isEqualTo(new OperationTrace.Totals(6, 4, 0));
  }

  @Test
  void aBoundOfZeroWritesNothing() throws IOException {
    try (OperationTraceWriter writer = writer(0)) {
      Lane lane = writer.lane(4);
      lane.record(0, 1, 1, 1, FAILED);
      writer.drain(0);
      assertThat(writer.skipped()).isEqualTo(1);
    }
    assertThat(read()).isEmpty();
  }

  @Test
  void whatWasNotDrainedIsLost() throws IOException {
    OperationTraceWriter writer = writer(10);
    Lane lane = writer.lane(4);
    lane.record(0, 1, 1, 1, OK);
    writer.close();
    assertThat(writer.lost()).isEqualTo(1);
    assertThat(totals()).isEqualTo(new OperationTrace.Totals(0, 0, 1));
  }

  @Test
  void fullDiskIsReportedOnce() throws IOException {
    Disk disk = new Disk();
    OperationTraceWriter writer =
        new OperationTraceWriter(disk, "operations.bin", NAMES, 0, 1000, false);
    Lane lane = writer.lane(64);
    lane.record(0, 1, 1, 1, OK);
    writer.drain(0);

    disk.full = true;
    lane.record(0, 2, 2, 2, OK);
    assertThatThrownBy(() -> writer.drain(0))
        .isInstanceOf(IOException.class)
        .hasMessage("cannot write operations.bin: no space left on device");
    lane.record(0, 3, 3, 3, OK);
    assertThatCode(() -> writer.drain(0)).doesNotThrowAnyException();
    assertThat(writer.written()).isEqualTo(1);
    assertThat(writer.lost()).isEqualTo(2);
    assertThatCode(writer::close).doesNotThrowAnyException();

    Files.write(file(), disk.bytes.toByteArray());
    try (OperationTrace trace = OperationTrace.open(file())) {
      assertThat(OperationTraceTest.readAll(trace)).hasSize(1);
      assertThat(trace.isTruncated()).isTrue();
    }
  }

  @Test
  void anInterruptDoesNotEndTheTrace() throws IOException {
    try (OperationTraceWriter writer = writer(10)) {
      Lane lane = writer.lane(4);
      lane.record(0, 1, 1, 1, OK);
      Thread.currentThread().interrupt();
      writer.drain(0);
      assertThat(Thread.interrupted()).isTrue();
      lane.record(0, 2, 2, 2, OK);
      writer.drain(0);
    }
    assertThat(read()).hasSize(2);
  }

  @Test
  void saysWhereItCannotWrite() {
    Path nowhere = temp.resolve("missing/operations.bin");
    assertThatThrownBy(() -> new OperationTraceWriter(nowhere, NAMES, 0, 1).close())
        .isInstanceOf(IOException.class)
        .hasMessageContaining(nowhere.toString())
        .message()
        .doesNotContain("Exception");
  }

  @Test
  void refusesOperationsAndStatesThatDoNotExist() throws IOException {
    try (OperationTraceWriter writer = writer(1)) {
      Lane lane = writer.lane(1);
      assertThatThrownBy(() -> lane.record(1, 0, 0, 0, OK))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> lane.record(0, 0, 0, 0, OperationState.COUNT))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void recordingAndDrainingMakeNoGarbage() throws IOException {
    try (OperationTraceWriter writer = writer(Long.MAX_VALUE)) {
      Lane lane = writer.lane(1 << 14);
      for (int i = 0; i < 20; i++) {
        fill(lane);
        writer.drain(0);
      }
      long recording = allocated(() -> fill(lane));
      assertThat(recording).isZero();
      long full = allocated(() -> fill(lane));
      assertThat(full).isZero();
      // Only the iterator over the lanes may be left.
      long draining =
          allocated(() -> {
            try {
              writer.drain(0);
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          });
      assertThat(draining).isLessThan(200);
    }
  }

  private static void fill(Lane lane) {
    for (int i = 0; i < 1 << 14; i++) {
      lane.record(0, i, i + 5, i + 10, OK);
    }
  }

  private static long allocated(Runnable work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    long cost = threads.getCurrentThreadAllocatedBytes() - before;
    before = threads.getCurrentThreadAllocatedBytes();
    work.run();
    return threads.getCurrentThreadAllocatedBytes() - before - cost;
  }

  private Path file() {
    return temp.resolve("operations.bin");
  }

  private OperationTraceWriter writer(long bound) throws IOException {
    return new OperationTraceWriter(file(), NAMES, 0, bound);
  }

  private List<OperationRecord> read() throws IOException {
    try (OperationTrace trace = OperationTrace.open(file())) {
      List<OperationRecord> all = OperationTraceTest.readAll(trace);
      assertThat(trace.isTruncated()).isFalse();
      return all;
    }
  }

  private OperationTrace.@Nullable Totals totals() throws IOException {
    try (OperationTrace trace = OperationTrace.open(file())) {
      OperationTraceTest.readAll(trace);
      return trace.totals();
    }
  }

  /// Keeps what is written, until its space is used up.
  private static final class Disk extends OutputStream {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    boolean full;

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
      bytes.write(source, offset, full ? length / 2 : length);
      if (full) {
        throw new IOException("No space left on device");
      }
    }
  }
}
