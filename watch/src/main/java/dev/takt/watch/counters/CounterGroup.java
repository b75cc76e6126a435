package dev.takt.watch.counters;

import dev.takt.process.linux.Errno;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import dev.takt.watch.perf.PerfAttributes;
import dev.takt.watch.perf.PerfAttributes.Flag;
import dev.takt.watch.perf.PerfCalls;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// A perf event group: counters of one thread that are scheduled together and read in one call. Not
/// thread-safe.
final class CounterGroup {

  /// `nr`, `time_enabled`, `time_running`, and then the values.
  private static final int AT_ENABLED = 8;

  private static final int AT_RUNNING = 16;
  private static final int AT_VALUES = 24;

  private final NativeMemory memory;
  private final List<Counter> counters = new ArrayList<>();
  private final List<Integer> descriptors = new ArrayList<>();
  private int[] indexes = {};

  private CounterGroup(NativeMemory memory) {
    this.memory = memory;
  }

  /// The counters of one thread.
  ///
  /// @param groups the opened counters
  /// @param userOnly those that count user mode only
  /// @param refused those that could not be opened, with the errno
  record Opened(List<CounterGroup> groups, List<Counter> userOnly, Map<Counter, Integer> refused) {}

  /// Opens counters in as few groups as the processor has room for. Inherited ones get a group
  /// each, since the kernel cannot read groups of those.
  ///
  /// @param flags for all counters
  static Opened open(NativeMemory memory, List<Counter> asked, int tid, Flag... flags) {
    Opened opened = new Opened(new ArrayList<>(), new ArrayList<>(), new EnumMap<>(Counter.class));
    boolean alone = List.of(flags).contains(Flag.INHERIT);
    for (boolean hardware : new boolean[] {true, false}) {
      CounterGroup group = new CounterGroup(memory);
      for (Counter each : asked) {
        if (each.isHardware() != hardware) {
          continue;
        }
        int result = group.add(each, tid, opened, flags);
        if (result == -Errno.EINVAL && !group.counters.isEmpty()) {
          group = new CounterGroup(memory);
          result = group.add(each, tid, opened, flags);
        }
        if (result < 0) {
          opened.refused.put(each, -result);
        } else {
          if (group.counters.size() == 1) {
            opened.groups.add(group);
          }
          group = alone ? new CounterGroup(memory) : group;
        }
      }
    }
    return opened;
  }

  /// @return 0 or `-errno`
  private int add(Counter counter, int tid, Opened opened, Flag... flags) {
    int fd = open(counter.attributes().with(flags), tid);
    if (fd == -Errno.EACCES || fd == -Errno.EPERM) {
      if (counter.isKernelOnly()) {
        return fd;
      }
      fd =
          open(
              counter.attributes().with(flags).with(Flag.EXCLUDE_KERNEL, Flag.EXCLUDE_HYPERVISOR),
              tid);
      if (fd >= 0) {
        opened.userOnly.add(counter);
      }
    }
    if (fd < 0) {
      return fd;
    }
    counters.add(counter);
    descriptors.add(fd);
    return 0;
  }

  private int open(PerfAttributes attributes, int tid) {
    attributes.readFormat(
        PerfAttributes.READ_GROUP
            | PerfAttributes.READ_TIME_ENABLED
            | PerfAttributes.READ_TIME_RUNNING);
    int leader = descriptors.isEmpty() ? PerfCalls.NO_GROUP : descriptors.getFirst();
    return PerfCalls.open(memory, attributes, tid, PerfCalls.ANY_CPU, leader);
  }

  /// Assigns each counter its index in a [Reading].
  void assignIndexes(Map<Counter, Integer> all) {
    for (Counter each : counters) {
      all.putIfAbsent(each, all.size());
    }
    indexes = counters.stream().mapToInt(all::get).toArray();
  }

  /// Reads the counters and adds each value at its index.
  void read(long[] values) {
    int length =
        Libc.read(
            memory, descriptors.getFirst(), memory.address(), AT_VALUES + 8 * counters.size());
    if (length < AT_VALUES) {
      throw new IllegalStateException(
          "counters cannot be read: " + (length < 0 ? Errno.text(-length) : "no data"));
    }
    ByteBuffer bytes = memory.bytes();
    long enabled = bytes.getLong(AT_ENABLED);
    long running = bytes.getLong(AT_RUNNING);
    for (int i = 0; i < indexes.length; i++) {
      Reading.add(values, indexes[i], bytes.getLong(AT_VALUES + 8 * i), enabled, running);
    }
  }

  void close() {
    for (int fd : descriptors.reversed()) {
      Libc.close(memory, fd);
    }
  }
}
