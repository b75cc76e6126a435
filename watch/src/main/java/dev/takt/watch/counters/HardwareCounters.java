package dev.takt.watch.counters;

import dev.takt.process.linux.Errno;
import dev.takt.process.linux.NativeMemory;
import dev.takt.watch.perf.PerfAccess;
import dev.takt.watch.perf.PerfAttributes.Flag;
import dev.takt.watch.perf.PerfCalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Reads hardware and software performance counters by Linux's `perf_event_open`:
///
/// ```java
/// try (var counters = HardwareCounters.open(CYCLES, INSTRUCTIONS, CONTEXT_SWITCHES)) {
///   Reading before = counters.read();
///   work();
///   Reading used = counters.read().since(before);
///   System.out.println(used.value(INSTRUCTIONS));
/// }
/// ```
///
/// A counter that this machine does not have causes no exception: it is in [#notSupported] with the
/// reason, its [Count] is [Count.NotSupported], and the others count. Where the kernel lets an
/// ordinary user count user mode only, that is counted, and [#userOnly] lists those counters.
///
/// Hardware counters are read in one call if the processor has room for all of them at once, and so
/// are software counters. Not thread-safe; the thread that reads need not be the counted one.
public final class HardwareCounters implements AutoCloseable {

  /// More than a read of all counters returns.
  private static final int BUFFER_BYTES = 512;

  private final NativeMemory memory;
  private final List<CounterGroup.Opened> threads = new ArrayList<>();
  private final Map<Counter, String> notSupported = new EnumMap<>(Counter.class);
  private final Set<Counter> userOnly = EnumSet.noneOf(Counter.class);
  private final Map<Counter, Integer> indexes = new EnumMap<>(Counter.class);

  private HardwareCounters(Counter[] asked, List<Integer> tids, Flag... flags) {
    List<Counter> counters = Stream.of(asked).distinct().toList();
    if (!PerfAccess.isAvailable()) {
      memory = new NativeMemory(Long.BYTES);
      counters.forEach(each -> notSupported.put(each, PerfAccess.unavailableReason()));
      return;
    }
    memory = new NativeMemory(BUFFER_BYTES);
    for (int tid : tids) {
      add(CounterGroup.open(memory, counters, tid, flags));
    }
    if (threads.isEmpty() && notSupported.isEmpty()) {
      counters.forEach(each -> notSupported.put(each, "the process has ended"));
    }
  }

  /// Counts events of the calling thread from now on.
  public static HardwareCounters open(Counter... counters) {
    return new HardwareCounters(counters, List.of(PerfCalls.THIS_THREAD));
  }

  /// Counts events of another thread from now on.
  ///
  /// @param tid the kernel's number of a thread of this user
  public static HardwareCounters openThread(long tid, Counter... counters) {
    return new HardwareCounters(counters, List.of(Math.toIntExact(tid)));
  }

  /// Counts events of a process from now on: of all its threads, and of the threads and processes
  /// that they start. Events of threads that have ended stay counted.
  ///
  /// @param pid a process of this user
  public static HardwareCounters openProcess(long pid, Counter... counters) {
    return new HardwareCounters(counters, threadsOf(pid), Flag.INHERIT);
  }

  /// Counts events of the programs that the calling thread starts from now on, and of all that they
  /// start, each from its exec on. Events of this process are not counted.
  public static HardwareCounters openChildren(Counter... counters) {
    return new HardwareCounters(
        counters, List.of(PerfCalls.THIS_THREAD), Flag.INHERIT, Flag.DISABLED, Flag.ENABLE_ON_EXEC);
  }

  /// The counters that are available here to this user.
  public static Set<Counter> available() {
    Set<Counter> all = EnumSet.allOf(Counter.class);
    try (HardwareCounters counters = open(Counter.values())) {
      all.removeAll(counters.notSupported.keySet());
    }
    return all;
  }

  private static List<Integer> threadsOf(long pid) {
    List<Integer> tids = new ArrayList<>();
    try (var tasks = Files.newDirectoryStream(Path.of("/proc/" + pid + "/task"))) {
      for (Path each : tasks) {
        tids.add(Integer.parseInt(each.getFileName().toString()));
      }
    } catch (IOException _) {
      return List.of();
    }
    return tids;
  }

  private void add(CounterGroup.Opened thread) {
    if (thread.refused().containsValue(Errno.ESRCH)) {
      // It has ended since it was listed.
      thread.groups().forEach(CounterGroup::close);
      return;
    }
    thread.refused().forEach((counter, errno) -> notSupported.put(counter, reason(counter, errno)));
    userOnly.addAll(thread.userOnly());
    threads.add(thread);
    thread.groups().forEach(group -> group.assignIndexes(indexes));
  }

  private static String reason(Counter counter, int errno) {
    if (counter.isHardware() && !PerfAccess.hasHardwareCounters()) {
      return "this machine has no hardware counters, as is usual for virtual machines";
    }
    return counter.isHardware() && errno == Errno.ENOENT
        ? "this processor does not count it"
        : PerfAccess.reason(errno);
  }

  /// Counters that are not available, with the reason.
  public Map<Counter, String> notSupported() {
    return Collections.unmodifiableMap(notSupported);
  }

  /// Counters that count user mode only, since this user may not see the kernel's part.
  public Set<Counter> userOnly() {
    return Collections.unmodifiableSet(userOnly);
  }

  /// Reads all counters. Takes a microsecond or less for each group of each thread.
  public Reading read() {
    long[] values = Reading.values(indexes.size());
    for (CounterGroup.Opened thread : threads) {
      List<CounterGroup> groups = thread.groups();
      for (int i = 0; i < groups.size(); i++) {
        groups.get(i).read(values);
      }
    }
    return new Reading(indexes, notSupported, values);
  }

  /// Closes the counters.
  @Override
  public void close() {
    threads.forEach(thread -> thread.groups().forEach(CounterGroup::close));
    threads.clear();
  }
}
