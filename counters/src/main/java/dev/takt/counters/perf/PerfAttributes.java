package dev.takt.counters.perf;

import dev.takt.process.linux.NativeMemory;

/// Describes a perf event: `struct perf_event_attr` in its form of 112 bytes, which Linux accepts
/// since 4.1. See perf_event_open(2). Not thread-safe.
public final class PerfAttributes {

  /// `perf_event_attr.type`
  public static final int TYPE_HARDWARE = 0;

  public static final int TYPE_SOFTWARE = 1;
  public static final int TYPE_TRACEPOINT = 2;
  public static final int TYPE_HARDWARE_CACHE = 3;

  /// A software event that never happens, for records that are written independently of events.
  public static final int SOFTWARE_DUMMY = 9;

  /// A software event that BPF programs write.
  public static final int SOFTWARE_BPF_OUTPUT = 10;

  /// `perf_event_attr.sample_type`: the fields of a sample, in the order in which they come.
  public static final int SAMPLE_TID = 1 << 1;

  public static final int SAMPLE_TIME = 1 << 2;
  public static final int SAMPLE_CPU = 1 << 7;
  public static final int SAMPLE_RAW = 1 << 10;

  /// `perf_event_attr.read_format`
  public static final int READ_TIME_ENABLED = 1;

  public static final int READ_TIME_RUNNING = 1 << 1;
  public static final int READ_GROUP = 1 << 3;

  /// A bit of `perf_event_attr` that says what is counted or recorded.
  public enum Flag {
    DISABLED(0),
    INHERIT(1),
    EXCLUDE_KERNEL(5),
    EXCLUDE_HYPERVISOR(6),
    COMM(9),
    ENABLE_ON_EXEC(12),
    TASK(13),
    SAMPLE_ID_ALL(18),
    CONTEXT_SWITCH(26);

    private final long bit;

    Flag(int number) {
      bit = 1L << number;
    }
  }

  private static final int SIZE = 112;
  private static final int AT_SIZE = 4;
  private static final int AT_CONFIG = 8;
  private static final int AT_PERIOD = 16;
  private static final int AT_SAMPLE_TYPE = 24;
  private static final int AT_READ_FORMAT = 32;
  private static final int AT_FLAGS = 40;
  private static final int AT_CONFIG1 = 56;
  private static final int AT_CONFIG2 = 64;
  private static final int AT_CLOCK = 92;
  private static final long USE_CLOCK_ID = 1L << 25;
  private static final int CLOCK_MONOTONIC = 1;

  private final NativeMemory memory = new NativeMemory(SIZE);

  /// A counting event. It counts from the start unless [Flag#DISABLED] is set.
  public PerfAttributes(int type, long config) {
    memory.bytes().putInt(0, type).putInt(AT_SIZE, SIZE).putLong(AT_CONFIG, config);
  }

  /// Sets flags.
  public PerfAttributes with(Flag... flags) {
    long bits = memory.bytes().getLong(AT_FLAGS);
    for (Flag each : flags) {
      bits |= each.bit;
    }
    memory.bytes().putLong(AT_FLAGS, bits);
    return this;
  }

  /// Sets the words that some PMUs need in addition to the first.
  public PerfAttributes moreConfig(long config1, long config2) {
    memory.bytes().putLong(AT_CONFIG1, config1).putLong(AT_CONFIG2, config2);
    return this;
  }

  /// Sets the fields of a read.
  public PerfAttributes readFormat(int format) {
    memory.bytes().putLong(AT_READ_FORMAT, format);
    return this;
  }

  /// Records each event, with these fields and with times of [System#nanoTime]'s clock.
  public PerfAttributes recording(int sampleType) {
    memory.bytes().putLong(AT_PERIOD, 1).putLong(AT_SAMPLE_TYPE, sampleType);
    long bits = memory.bytes().getLong(AT_FLAGS);
    memory.bytes().putLong(AT_FLAGS, bits | USE_CLOCK_ID).putInt(AT_CLOCK, CLOCK_MONOTONIC);
    return this;
  }

  long address() {
    return memory.address();
  }
}
