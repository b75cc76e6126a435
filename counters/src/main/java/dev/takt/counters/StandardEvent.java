package dev.takt.counters;

import dev.takt.counters.perf.PerfAttributes;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Events that Linux has general names for. Hardware events need a performance monitoring unit
/// (PMU), which many virtual machines do not have, and no processor has all of them. Software
/// events are counted by every Linux kernel.
public enum StandardEvent implements Event {
  /// CPU cycles, at the processor's current frequency.
  CYCLES(PerfAttributes.TYPE_HARDWARE, 0),
  /// Retired instructions.
  INSTRUCTIONS(PerfAttributes.TYPE_HARDWARE, 1),
  /// Last-level cache accesses, on most processors.
  LLC_REFERENCES(PerfAttributes.TYPE_HARDWARE, 2),
  /// Last-level cache misses.
  LLC_MISSES(PerfAttributes.TYPE_HARDWARE, 3),
  /// Retired branch instructions.
  BRANCHES(PerfAttributes.TYPE_HARDWARE, 4),
  /// Mispredicted branches.
  BRANCH_MISSES(PerfAttributes.TYPE_HARDWARE, 5),
  /// Cycles stalled on the front end: no instructions were delivered.
  STALLED_CYCLES_FRONTEND(PerfAttributes.TYPE_HARDWARE, 7),
  /// Cycles stalled on the back end: memory or execution units were busy.
  STALLED_CYCLES_BACKEND(PerfAttributes.TYPE_HARDWARE, 8),
  /// Loads from the L1 data cache.
  L1D_LOADS(PerfAttributes.TYPE_HARDWARE_CACHE, 0),
  /// Loads that missed the L1 data cache.
  L1D_LOAD_MISSES(PerfAttributes.TYPE_HARDWARE_CACHE, StandardEvent.MISS),
  /// Loads from the last-level cache.
  LLC_LOADS(PerfAttributes.TYPE_HARDWARE_CACHE, 2),
  /// Loads that missed the last-level cache.
  LLC_LOAD_MISSES(PerfAttributes.TYPE_HARDWARE_CACHE, 2 | StandardEvent.MISS),
  /// Loads that missed the data TLB.
  DTLB_LOAD_MISSES(PerfAttributes.TYPE_HARDWARE_CACHE, 3 | StandardEvent.MISS),
  /// Loads from memory.
  NODE_LOADS(PerfAttributes.TYPE_HARDWARE_CACHE, 6),
  /// Loads from the memory of another node (NUMA).
  NODE_LOAD_MISSES(PerfAttributes.TYPE_HARDWARE_CACHE, 6 | StandardEvent.MISS),
  /// CPU time, in nanoseconds.
  TASK_CLOCK(PerfAttributes.TYPE_SOFTWARE, 1),
  /// Context switches.
  CONTEXT_SWITCHES(PerfAttributes.TYPE_SOFTWARE, 3),
  /// Migrations to another processor.
  CPU_MIGRATIONS(PerfAttributes.TYPE_SOFTWARE, 4),
  /// Page faults, minor and major.
  PAGE_FAULTS(PerfAttributes.TYPE_SOFTWARE, 2),
  /// Page faults that needed no disk.
  MINOR_FAULTS(PerfAttributes.TYPE_SOFTWARE, 5),
  /// Page faults that waited for a disk.
  MAJOR_FAULTS(PerfAttributes.TYPE_SOFTWARE, 6);

  private static final int MISS = 1 << 16;

  private final int type;
  private final long config;

  StandardEvent(int type, long config) {
    this.type = type;
    this.config = config;
  }

  @Override
  public boolean isHardware() {
    return type != PerfAttributes.TYPE_SOFTWARE;
  }

  @Override
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// All labels, separated by commas.
  public static String labels() {
    return Stream.of(values()).map(StandardEvent::label).collect(Collectors.joining(", "));
  }

  /// Whether the event happens in kernel mode only, so that it cannot be counted for user mode.
  boolean isKernelOnly() {
    return this == CONTEXT_SWITCHES || this == CPU_MIGRATIONS;
  }

  /// Whether the kernel counts user mode and kernel mode together, also if asked for user mode
  /// only. Of the software events only CPU time is counted like that; page faults are not.
  boolean ignoresMode() {
    return this == TASK_CLOCK;
  }

  /// How it is opened.
  ///
  /// @param pmu the type of the PMU that counts a hardware event, where there are several; else 0
  Encoding encoding(int pmu) {
    return new Encoding(type, ((long) pmu << Integer.SIZE) | config, 0, 0);
  }
}
