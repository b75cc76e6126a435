package dev.takt.watch.perf;

import dev.takt.process.linux.Errno;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.MappedMemory;
import dev.takt.process.linux.NativeMemory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The records of one event, and of those that share its ring, in a ring that the kernel writes.
/// Read where they are, without copies: fields are at offsets from the begin of a record. A field
/// of four bytes never goes over the end of the ring, nor does one of eight at a multiple of eight,
/// since records begin at multiples of eight.
///
/// For one thread at a time.
final class PerfRing implements AutoCloseable {

  static final int RECORD_LOST = 2;
  static final int RECORD_COMM = 3;
  static final int RECORD_EXIT = 4;
  static final int RECORD_FORK = 7;
  static final int RECORD_SAMPLE = 9;
  static final int RECORD_SWITCH = 14;
  static final int RECORD_SWITCH_CPU_WIDE = 15;

  /// What all records of a ring begin with, in bytes.
  static final int HEADER = 8;

  /// All events of this package have samples of these fields, and all other records end with the
  /// first three.
  static final int SAMPLE_TYPE =
      PerfAttributes.SAMPLE_TID
          | PerfAttributes.SAMPLE_TIME
          | PerfAttributes.SAMPLE_CPU
          | PerfAttributes.SAMPLE_RAW;

  /// What a tracepoint tells, in its sample: behind thread, time, processor and length.
  static final int SAMPLE_RAW_AT = HEADER + 8 + 8 + 8 + 4;

  /// Whose sample it is.
  static final int SAMPLE_PID_AT = HEADER;

  static final int SAMPLE_TID_AT = HEADER + 4;

  private static final int SAMPLE_TIME_AT = HEADER + 8;

  /// The processor on which it was written.
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
  /// @param size the largest that is tried, a power of two; the kernel lets ordinary users have
  ///   little
  /// @param least the smallest that is of use
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

  /// Looks for records that have come.
  void refresh() {
    head = (long) LONGS.getAcquire(bytes, DATA_HEAD);
  }

  /// Gives the room of the records that were read back to the kernel.
  void release() {
    LONGS.setRelease(bytes, DATA_TAIL, position);
  }

  boolean hasNext() {
    return position != head;
  }

  /// Goes to the record after this one.
  void advance() {
    position += size();
  }

  int type() {
    return intAt(0);
  }

  /// Flags of the record.
  int misc() {
    return intAt(4) & 0xFFFF;
  }

  /// In bytes.
  int size() {
    return intAt(4) >>> 16;
  }

  /// When it happened, on [System#nanoTime]'s clock.
  long time() {
    return longAt(type() == RECORD_SAMPLE ? SAMPLE_TIME_AT : size() - TRAILER_TIME_FROM_END);
  }

  /// Where the trailer begins: process and thread, time, processor.
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
