package dev.takt.watch.counters;

import dev.takt.watch.perf.PerfAttributes;
import java.util.Locale;

/// What can be counted. Those of the processor need a unit that many virtual machines do not have;
/// those of the kernel are there on every Linux.
public enum Counter {
  /// Cycles of the processor, at whatever frequency it runs.
  CYCLES(PerfAttributes.TYPE_HARDWARE, 0),
  /// Instructions that were completed.
  INSTRUCTIONS(PerfAttributes.TYPE_HARDWARE, 1),
  /// Accesses of the last cache before memory, as a rule.
  LLC_REFERENCES(PerfAttributes.TYPE_HARDWARE, 2),
  /// Those of them that went on to memory.
  LLC_MISSES(PerfAttributes.TYPE_HARDWARE, 3),
  /// Branches that were completed.
  BRANCHES(PerfAttributes.TYPE_HARDWARE, 4),
  /// Those of them that had been predicted wrongly.
  BRANCH_MISSES(PerfAttributes.TYPE_HARDWARE, 5),
  /// Cycles in which nothing was issued because no instructions came.
  STALLED_CYCLES_FRONTEND(PerfAttributes.TYPE_HARDWARE, 7),
  /// Cycles in which nothing was issued because of memory or busy units.
  STALLED_CYCLES_BACKEND(PerfAttributes.TYPE_HARDWARE, 8),
  /// Loads from the first cache of data.
  L1D_LOADS(PerfAttributes.TYPE_HARDWARE_CACHE, 0),
  /// Those of them that it did not have.
  L1D_LOAD_MISSES(PerfAttributes.TYPE_HARDWARE_CACHE, Counter.MISS),
  /// Loads whose address was not in the buffer of translations.
  DTLB_LOAD_MISSES(PerfAttributes.TYPE_HARDWARE_CACHE, 3 | Counter.MISS),
  /// Processor time, in nanoseconds.
  TASK_CLOCK(PerfAttributes.TYPE_SOFTWARE, 1),
  /// How often another thread got the processor.
  CONTEXT_SWITCHES(PerfAttributes.TYPE_SOFTWARE, 3),
  /// How often it went on on another processor.
  CPU_MIGRATIONS(PerfAttributes.TYPE_SOFTWARE, 4),
  /// Accesses to pages that were not mapped yet.
  PAGE_FAULTS(PerfAttributes.TYPE_SOFTWARE, 2),
  /// Those of them that needed no disk.
  MINOR_FAULTS(PerfAttributes.TYPE_SOFTWARE, 5),
  /// Those of them that waited for a disk.
  MAJOR_FAULTS(PerfAttributes.TYPE_SOFTWARE, 6);

  private static final int MISS = 1 << 16;

  private final int type;
  private final long config;

  Counter(int type, long config) {
    this.type = type;
    this.config = config;
  }

  /// Whether the processor counts it, and not the kernel.
  public boolean isHardware() {
    return type != PerfAttributes.TYPE_SOFTWARE;
  }

  /// As people write it: `branch-misses`.
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// Whether it happens in the kernel only, so that nothing is counted without it.
  boolean isOfKernel() {
    return this == CONTEXT_SWITCHES || this == CPU_MIGRATIONS;
  }

  PerfAttributes attributes() {
    return new PerfAttributes(type, config);
  }
}
