package dev.takt.counters;

import dev.takt.counters.perf.PerfAttributes;
import dev.takt.counters.perf.PerfAttributes.Flag;
import dev.takt.counters.perf.PerfCalls;
import dev.takt.process.linux.Errno;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/// A perf event group: counters of one thread that are scheduled together and read in one call. Not
/// thread-safe.
final class CounterGroup {

  /// `nr`, `time_enabled`, `time_running`, and then the values.
  private static final int AT_ENABLED = 8;

  private static final int AT_RUNNING = 16;
  private static final int AT_VALUES = 24;

  private final NativeMemory memory;
  private final List<Event> events = new ArrayList<>();
  private final List<Integer> descriptors = new ArrayList<>();
  private int[] slots = {};

  private CounterGroup(NativeMemory memory) {
    this.memory = memory;
  }

  /// An event to open.
  ///
  /// @param encoding how; an event has several where processors are of several kinds
  record Request(Event event, Encoding encoding) {

    /// Counters with the same key can be in one group.
    private int key() {
      return switch (encoding.type()) {
        case PerfAttributes.TYPE_HARDWARE, PerfAttributes.TYPE_HARDWARE_CACHE ->
            (int) (encoding.config() >>> Integer.SIZE);
        default -> encoding.type();
      };
    }
  }

  /// The counters of one thread.
  ///
  /// @param groups the opened counters
  /// @param userOnly those that count user mode only
  /// @param refused those that could not be opened, with the errno
  record Opened(List<CounterGroup> groups, List<Event> userOnly, Map<Event, Integer> refused) {

    /// Whether an event could not be opened because of an error.
    boolean isRefused(int errno) {
      return refused.containsValue(errno);
    }

    void close() {
      groups.forEach(CounterGroup::close);
    }
  }

  /// The memory that a read of so many counters needs.
  static int readBytes(int counters) {
    return AT_VALUES + Long.BYTES * counters;
  }

  /// Opens counters in as few groups as the processor has room for. Inherited ones get a group
  /// each: if a thread starts another one between the opening of two counters of its group, the
  /// kernel never reads that group (ECHILD).
  ///
  /// @param flags for all counters
  static Opened open(NativeMemory memory, List<Request> asked, int tid, Flag... flags) {
    Opened opened = new Opened(new ArrayList<>(), new ArrayList<>(), new LinkedHashMap<>());
    boolean alone = List.of(flags).contains(Flag.INHERIT);
    Map<Integer, CounterGroup> current = new LinkedHashMap<>();
    for (Request each : asked) {
      CounterGroup group = current.computeIfAbsent(each.key(), _ -> new CounterGroup(memory));
      int result = group.add(each, tid, opened, flags);
      if (result == -Errno.EINVAL && !group.events.isEmpty()) {
        group = new CounterGroup(memory);
        current.put(each.key(), group);
        result = group.add(each, tid, opened, flags);
      }
      if (result < 0) {
        opened.refused.put(each.event(), -result);
        continue;
      }
      if (group.events.size() == 1) {
        opened.groups.add(group);
      }
      if (alone) {
        current.remove(each.key());
      }
    }
    // Where processors are of several kinds, those of one kind may count it.
    opened.groups.forEach(group -> group.events.forEach(opened.refused::remove));
    return opened;
  }

  /// @return 0 or `-errno`
  private int add(Request request, int tid, Opened opened, Flag... flags) {
    int fd = open(request.encoding().attributes().with(flags), tid);
    if (fd == -Errno.EACCES || fd == -Errno.EPERM) {
      if (request.event() instanceof StandardEvent standard && standard.isKernelOnly()) {
        return fd;
      }
      fd =
          open(
              request
                  .encoding()
                  .attributes()
                  .with(flags)
                  .with(Flag.EXCLUDE_KERNEL, Flag.EXCLUDE_HYPERVISOR),
              tid);
      if (fd >= 0
          && !(request.event() instanceof StandardEvent standard && standard.ignoresMode())) {
        opened.userOnly.add(request.event());
      }
    }
    if (fd < 0) {
      return fd;
    }
    events.add(request.event());
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

  /// Assigns each counter its slot in a [Reading].
  void assignSlots(ToIntFunction<Event> slotOf) {
    slots = events.stream().mapToInt(slotOf).toArray();
  }

  /// Reads the counters and adds each value to its slot.
  void read(long[] values) {
    int length =
        Libc.read(memory, descriptors.getFirst(), memory.address(), readBytes(events.size()));
    if (length < AT_VALUES) {
      throw new IllegalStateException(
          "counters cannot be read: " + (length < 0 ? Errno.text(-length) : "no data"));
    }
    ByteBuffer bytes = memory.bytes();
    long enabled = bytes.getLong(AT_ENABLED);
    long running = bytes.getLong(AT_RUNNING);
    for (int i = 0; i < slots.length; i++) {
      Reading.add(values, slots[i], bytes.getLong(AT_VALUES + Long.BYTES * i), enabled, running);
    }
  }

  void close() {
    for (int fd : descriptors.reversed()) {
      Libc.close(memory, fd);
    }
  }
}
