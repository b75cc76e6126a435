package dev.takt.watch.perf;

import dev.takt.counters.perf.PerfAccess;
import dev.takt.counters.perf.PerfAttributes;
import dev.takt.counters.perf.PerfAttributes.Flag;
import dev.takt.counters.perf.PerfCalls;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// One perf ring buffer for each processor, all with the same events. Records are merged across
/// processors in the order of their times. Not thread-safe.
final class CpuRings implements AutoCloseable {

  /// The limit for all rings together.
  private static final int MAX_BYTES = 1 << 26;

  /// Ring size for records of each switch.
  static final int LARGE_RING_BYTES = 1 << 24;

  /// Ring size for rare records.
  static final int SMALL_RING_BYTES = 1 << 19;

  private static final int MIN_RING_BYTES = 1 << 16;

  private static final int BUFFER_BYTES = 64;
  private static final int COMM_BYTES = 16;

  private final NativeMemory memory = new NativeMemory(BUFFER_BYTES);
  private final List<Integer> descriptors = new ArrayList<>();
  private final List<Cpu> cpus = new ArrayList<>();

  /// One processor and its ring.
  private static final class Cpu {
    final int number;
    final PerfRing ring;
    long next;

    Cpu(int number, PerfRing ring) {
      this.number = number;
      this.ring = ring;
    }
  }

  /// Receives records other than the start, end or name of a thread. The record is the ring's
  /// current one.
  interface RecordHandler {
    void handle(int cpu, long time, PerfRing ring);
  }

  /// An event that writes into the rings.
  ///
  /// @param filter a condition on its records; empty for all
  record Event(PerfAttributes attributes, String filter) {

    static Event of(PerfAttributes attributes) {
      return new Event(attributes, "");
    }
  }

  private CpuRings() {}

  /// Opens the events, disabled.
  ///
  /// @param most the largest size of a ring, in bytes: a power of two
  /// @throws PerfException if that is not possible here
  static CpuRings open(List<Event> events, int most) throws PerfException {
    if (!PerfAccess.isAvailable()) {
      throw new PerfException(PerfAccess.unavailableReason());
    }
    CpuRings rings = new CpuRings();
    try {
      List<Integer> online = OnlineCpus.list();
      int share = Integer.highestOneBit(Math.max(1, MAX_BYTES / online.size()));
      int size = Math.clamp(share, MIN_RING_BYTES, most);
      for (int each : online) {
        rings.open(each, events, size);
      }
      return rings;
    } catch (PerfException e) {
      rings.close();
      throw e;
    }
  }

  /// Attributes of an event that can write into these rings.
  static PerfAttributes recordingAttributes(int type, long config) {
    return new PerfAttributes(type, config)
        .with(Flag.DISABLED, Flag.SAMPLE_ID_ALL)
        .recording(PerfRing.SAMPLE_TYPE);
  }

  /// Attributes of the event that records the start, end and names of threads.
  static PerfAttributes threadAttributes() {
    return recordingAttributes(PerfAttributes.TYPE_SOFTWARE, PerfAttributes.SOFTWARE_DUMMY)
        .with(Flag.COMM, Flag.TASK);
  }

  /// The numbers of the processors.
  List<Integer> cpuNumbers() {
    return cpus.stream().map(each -> each.number).toList();
  }

  /// The descriptor of an event.
  ///
  /// @param cpu the index of its processor in [#cpuNumbers]
  /// @param event its index in the list that was opened
  int descriptor(int cpu, int event) {
    return descriptors.get(cpu * (descriptors.size() / cpus.size()) + event);
  }

  /// Enables all events.
  void enable() {
    for (int each : descriptors) {
      var _ = PerfCalls.enable(memory, each);
    }
  }

  /// Opens the events of one processor; all write into the ring of the first.
  private void open(int cpu, List<Event> events, int size) throws PerfException {
    int first = open(cpu, events.getFirst().attributes());
    cpus.add(new Cpu(cpu, PerfRing.open(memory, first, size, MIN_RING_BYTES)));
    for (Event each : events.subList(1, events.size())) {
      int fd = open(cpu, each.attributes());
      int result = PerfCalls.setOutput(memory, fd, first);
      if (result >= 0 && !each.filter().isEmpty()) {
        result = PerfCalls.setFilter(memory, fd, each.filter());
      }
      if (result < 0) {
        throw new PerfException(PerfAccess.reason(-result));
      }
    }
  }

  private int open(int cpu, PerfAttributes event) throws PerfException {
    int fd = PerfCalls.open(memory, event, PerfCalls.ALL_THREADS, cpu, PerfCalls.NO_GROUP);
    if (fd < 0) {
      throw new PerfException(PerfAccess.reason(-fd));
    }
    descriptors.add(fd);
    return fd;
  }

  /// Passes on the records up to a time, merged in the order of time.
  ///
  /// @param until later records stay in the rings until the next call, since another processor may
  ///   still be writing a record with an earlier time
  void drain(long until, ThreadEvents threads, RecordHandler records) {
    for (Cpu each : cpus) {
      each.ring.refresh();
      each.next = each.ring.hasNext() ? each.ring.time() : Long.MAX_VALUE;
    }
    while (true) {
      Cpu earliest = cpus.getFirst();
      long limit = until;
      for (int i = 1; i < cpus.size(); i++) {
        Cpu each = cpus.get(i);
        if (each.next < earliest.next) {
          limit = Math.min(limit, earliest.next);
          earliest = each;
        } else {
          limit = Math.min(limit, each.next);
        }
      }
      if (earliest.next > limit || earliest.next == Long.MAX_VALUE) {
        break;
      }
      drain(earliest, limit, threads, records);
    }
    for (Cpu each : cpus) {
      each.ring.release();
    }
  }

  private static void drain(Cpu cpu, long limit, ThreadEvents threads, RecordHandler records) {
    PerfRing ring = cpu.ring;
    while (cpu.next <= limit) {
      dispatch(cpu, threads, records);
      ring.advance();
      if (!ring.hasNext()) {
        cpu.next = Long.MAX_VALUE;
        return;
      }
      cpu.next = ring.time();
    }
  }

  private static void dispatch(Cpu cpu, ThreadEvents threads, RecordHandler records) {
    PerfRing ring = cpu.ring;
    switch (ring.type()) {
      case PerfRing.RECORD_FORK ->
          threads.started(cpu.next, ring.intAt(8), ring.intAt(16), ring.intAt(20));
      case PerfRing.RECORD_EXIT -> threads.ended(ring.intAt(16));
      case PerfRing.RECORD_COMM -> threads.named(ring.intAt(8), ring.intAt(12), comm(ring));
      case PerfRing.RECORD_LOST -> threads.lost(ring.longAt(16));
      default -> records.handle(cpu.number, cpu.next, ring);
    }
  }

  private static String comm(PerfRing ring) {
    byte[] name = new byte[COMM_BYTES];
    int length = 0;
    while (length < COMM_BYTES && ring.byteAt(16 + length) != 0) {
      name[length] = ring.byteAt(16 + length);
      length++;
    }
    return new String(name, 0, length, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    cpus.forEach(each -> each.ring.close());
    cpus.clear();
    descriptors.forEach(fd -> Libc.close(memory, fd));
    descriptors.clear();
  }
}
