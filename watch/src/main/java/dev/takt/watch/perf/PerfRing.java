package dev.takt.watch.perf;

import dev.takt.counters.perf.PerfAttributes;
import dev.takt.process.linux.Errno;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.MappedMemory;
import dev.takt.process.linux.NativeMemory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// A perf ring buffer: the kernel writes the records of an event, and of those that share its ring;
/// this class reads them in place, without copies.
///
/// Fields are at offsets from the start of the current record. Records begin at multiples of eight,
/// so a field of four bytes never wraps around the end of the ring, nor does one of eight bytes at
/// a multiple of eight.
///
/// The kernel publishes records by advancing `data_head`, which is read with acquire semantics;
/// they are freed by advancing `data_tail` with release semantics. Not thread-safe.
final class PerfRing implements AutoCloseable {

  static final int RECORD_LOST = 2;
  static final int RECORD_COMM = 3;
  static final int RECORD_EXIT = 4;
  static final int RECORD_FORK = 7;
  static final int RECORD_SAMPLE = 9;
  static final int RECORD_SWITCH = 14;
  static final int RECORD_SWITCH_CPU_WIDE = 15;

  /// The size of a record's header, in bytes.
  static final int HEADER = 8;

  /// The fields of samples, for all events of this package. All other records end with the first
  /// three.
  static final int SAMPLE_TYPE =
      PerfAttributes.SAMPLE_TID
          | PerfAttributes.SAMPLE_TIME
          | PerfAttributes.SAMPLE_CPU
          | PerfAttributes.SAMPLE_RAW;

  /// Offset of a tracepoint's own fields in a sample: after thread, time, processor and length.
  static final int SAMPLE_RAW_AT = HEADER + 8 + 8 + 8 + 4;

  /// Offset of the process and then the thread of a sample.
  static final int SAMPLE_PID_AT = HEADER;

  static final int SAMPLE_TID_AT = HEADER + 4;

  private static final int SAMPLE_TIME_AT = HEADER + 8;

  /// Offset of the processor on which a sample was written.
  static final int SAMPLE_CPU_AT = HEADER + 16;

  private static final int TRAILER_BYTES = 8 + 8 + 8;
  private static final int TRAILER_TIME_FROM_END = 16;

  private static final int DATA_HEAD = 1024;
  private static final int DATA_TAIL = 1032;
  private static final int DATA_OFFSET = 1040;
  private static final int PAGE_BYTES =
      (int) Libc.call(Libc.function("getpagesize"), new NativeMemory(8), 0, 0, 0, 0, 0, 0);

  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final MappedMemory mapped;
  private final ByteBuffer bytes;
  private final int data;
  private final int mask;
  private long head;
  private long position;

  private PerfRing(MappedMemory mapped, int size) {
    this.mapped = mapped;
    bytes = mapped.bytes();
    data = (int) bytes.getLong(DATA_OFFSET);
    mask = size - 1;
  }

  /// Maps the ring of an event.
  ///
  /// @param size the size to try first, a power of two; it is halved while the kernel refuses it,
  ///   since it gives ordinary users little memory
  /// @param least the smallest useful size
  static PerfRing open(NativeMemory memory, int fd, int size, int least) throws PerfException {
    for (int each = Math.max(size, PAGE_BYTES); ; each /= 2) {
      switch (MappedMemory.map(memory, fd, PAGE_BYTES + each)) {
        case MappedMemory.Result.Mapped(MappedMemory mapped) -> {
          return new PerfRing(mapped, each);
        }
        case MappedMemory.Result.Refused(int errno) -> {
          if (each / 2 < Math.max(least, PAGE_BYTES)) {
            throw new PerfException(
                "no memory for the kernel's records: "
                    + Errno.text(errno)
                    + "; raise kernel.perf_event_mlock_kb or ulimit -l");
          }
        }
      }
    }
  }

  /// Makes new records visible to [#hasNext].
  void refresh() {
    head = (long) LONGS.getAcquire(bytes, DATA_HEAD);
  }

  /// Frees the space of the records that were read.
  void release() {
    LONGS.setRelease(bytes, DATA_TAIL, position);
  }

  boolean hasNext() {
    return position != head;
  }

  /// Moves to the next record.
  void advance() {
    position += size();
  }

  int type() {
    return intAt(0);
  }

  /// The record's flags.
  int misc() {
    return intAt(4) & 0xFFFF;
  }

  /// The record's size in bytes.
  int size() {
    return intAt(4) >>> 16;
  }

  /// The record's time, on [System#nanoTime]'s clock.
  long time() {
    return longAt(type() == RECORD_SAMPLE ? SAMPLE_TIME_AT : size() - TRAILER_TIME_FROM_END);
  }

  /// Offset of the trailer: process and thread, time, processor.
  int trailer() {
    return size() - TRAILER_BYTES;
  }

  int intAt(int offset) {
    return bytes.getInt(data + ((int) (position + offset) & mask));
  }

  long longAt(int offset) {
    return bytes.getLong(data + ((int) (position + offset) & mask));
  }

  byte byteAt(int offset) {
    return bytes.get(data + ((int) (position + offset) & mask));
  }

  @Override
  public void close() {
    mapped.close();
  }
}
