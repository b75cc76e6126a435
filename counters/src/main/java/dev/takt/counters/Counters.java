package dev.takt.counters;

import dev.takt.counters.CounterGroup.Opened;
import dev.takt.counters.CounterGroup.Request;
import dev.takt.counters.perf.PerfAccess;
import dev.takt.counters.perf.PerfAttributes.Flag;
import dev.takt.counters.perf.PerfCalls;
import dev.takt.process.linux.Errno;
import dev.takt.process.linux.NativeMemory;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads hardware and software performance counters by Linux's `perf_event_open`:
///
/// ```java
/// try (Counters counters = Counters.open(CYCLES, INSTRUCTIONS, CONTEXT_SWITCHES)) {
///   counters.start();
///   work();
///   Reading used = counters.stop();
///   System.out.println(used.count(INSTRUCTIONS));
/// }
/// ```
///
/// An event that this machine does not have causes no exception: it is in [#notSupported] with the
/// reason, its [Count] is [Count.NotSupported], and the others count. Where the kernel lets an
/// ordinary user count user mode only, that is counted, and [#userOnly] lists those events.
///
/// Hardware counters are read in one call if the processor has room for all of them at once, and so
/// are software counters; those of a process or of children are read one by one. Not thread-safe;
/// the thread that reads need not be the counted one.
public final class Counters implements AutoCloseable {

  /// Enough for the calls that open counters.
  private static final int MIN_BUFFER_BYTES = 512;

  /// How often all threads of a process are opened, until none has started meanwhile.
  private static final int MAX_ATTEMPTS = 10;

  private static final String TOO_MANY =
      "too many open files: a counter needs one for each thread; count fewer events, or raise the"
          + " limit (ulimit -n)";

  private static final String ENDED = "the process has ended";

  private final List<Event> asked;
  private final NativeMemory memory;
  private final List<Request> requests = new ArrayList<>();
  private final List<Opened> threads = new ArrayList<>();
  private final Map<Event, String> notSupported = new LinkedHashMap<>();
  private final Set<Event> userOnly = new LinkedHashSet<>();
  private final List<Event> slots = new ArrayList<>();
  private int unseenThreads;
  private @Nullable Reading started;

  private Counters(Event... events) {
    asked = Stream.of(events).distinct().toList();
    if (!PerfAccess.isAvailable()) {
      memory = new NativeMemory(Long.BYTES);
      asked.forEach(each -> notSupported.put(each, PerfAccess.unavailableReason()));
      return;
    }
    for (Event each : asked) {
      try {
        Pmus.OF_THIS_MACHINE
            .encodings(each)
            .forEach(encoding -> requests.add(new Request(each, encoding)));
      } catch (IllegalArgumentException e) {
        notSupported.put(each, String.valueOf(e.getMessage()));
      }
    }
    memory = new NativeMemory(Math.max(MIN_BUFFER_BYTES, CounterGroup.readBytes(requests.size())));
  }

  /// Counts events of the calling thread from now on.
  public static Counters open(Event... events) {
    return new Counters(events).withThread(PerfCalls.THIS_THREAD);
  }

  /// Counts events of another thread from now on.
  ///
  /// @param tid the kernel's number of a thread of this user
  public static Counters openThread(long tid, Event... events) {
    return new Counters(events).withThread(Math.toIntExact(tid));
  }

  /// Counts events of a process from now on: of all its threads, and of the threads and processes
  /// that they start. Events of threads that have ended stay counted. [#unseenThreads] says whether
  /// threads may be missing.
  ///
  /// @param pid a process of this user, for example this one
  public static Counters openProcess(long pid, Event... events) {
    return openProcess(pid, _ -> true, events);
  }

  /// Counts events of some of the threads of a process, and of the threads and processes that those
  /// start.
  ///
  /// @param isCounted receives the kernel's number of each thread that runs
  public static Counters openProcess(long pid, IntPredicate isCounted, Event... events) {
    return new Counters(events).withProcess(pid, isCounted);
  }

  /// Counts events of the programs that the calling thread starts from now on, and of all that they
  /// start, each from its exec on. Events of this process are not counted.
  public static Counters openChildren(Event... events) {
    return new Counters(events)
        .withThread(PerfCalls.THIS_THREAD, Flag.INHERIT, Flag.DISABLED, Flag.ENABLE_ON_EXEC);
  }

  /// The general events that can be counted here by this user.
  public static Set<StandardEvent> available() {
    Set<StandardEvent> all = EnumSet.allOf(StandardEvent.class);
    try (Counters counters = open(StandardEvent.values())) {
      all.removeIf(counters.notSupported::containsKey);
    }
    return all;
  }

  private Counters withThread(int tid, Flag... flags) {
    add(tid, flags);
    if (threads.isEmpty()) {
      refuseAll(ENDED);
    }
    return this;
  }

  private Counters withProcess(long pid, IntPredicate isCounted) {
    Set<Integer> listed = threadsOf(pid);
    if (listed.isEmpty()) {
      refuseAll("there is no process " + pid);
      return this;
    }
    for (int attempt = 1; !listed.isEmpty(); attempt++) {
      listed.stream().filter(isCounted::test).forEach(tid -> add(tid, Flag.INHERIT));
      // A thread may start others after it is listed and before it is opened. They are not counted,
      // and are indistinguishable from those of opened threads, which must not be opened again.
      Set<Integer> now = threadsOf(pid);
      Set<Integer> late = new LinkedHashSet<>(now);
      late.removeAll(listed);
      unseenThreads = late.size();
      if (late.isEmpty() || attempt == MAX_ATTEMPTS) {
        break;
      }
      closeAll();
      listed = now;
    }
    if (threads.isEmpty()) {
      refuseAll(ENDED);
    }
    return this;
  }

  private void refuseAll(String why) {
    asked.forEach(each -> notSupported.putIfAbsent(each, why));
  }

  private static Set<Integer> threadsOf(long pid) {
    Set<Integer> tids = new LinkedHashSet<>();
    try (var tasks = Files.newDirectoryStream(Path.of("/proc/" + pid + "/task"))) {
      for (Path each : tasks) {
        tids.add(Integer.parseInt(String.valueOf(each.getFileName())));
      }
    } catch (IOException | DirectoryIteratorException _) {
      return Set.of();
    }
    return tids;
  }

  private void add(int tid, Flag... flags) {
    List<Request> wanted =
        requests.stream().filter(each -> !notSupported.containsKey(each.event())).toList();
    if (wanted.isEmpty()) {
      return;
    }
    Opened thread = CounterGroup.open(memory, wanted, tid, flags);
    if (thread.isRefused(Errno.EMFILE) || thread.isRefused(Errno.ENFILE)) {
      // First of all: without a descriptor the JVM cannot even load a class.
      thread.close();
      closeAll();
      refuseAll(TOO_MANY);
      return;
    }
    if (thread.isRefused(Errno.ESRCH)) {
      thread.close(); // It has ended since it was listed.
      return;
    }
    thread.refused().forEach((event, errno) -> notSupported.put(event, reason(event, errno, tid)));
    userOnly.addAll(thread.userOnly());
    threads.add(thread);
    Map<Event, Integer> own = new HashMap<>();
    thread
        .groups()
        .forEach(group -> group.assignSlots(event -> own.computeIfAbsent(event, this::newSlot)));
  }

  private Integer newSlot(Event event) {
    slots.add(event);
    return slots.size() - 1;
  }

  private static String reason(Event event, int errno, int tid) {
    if (event instanceof StandardEvent && event.isHardware()) {
      if (!Pmus.OF_THIS_MACHINE.hasCorePmus()) {
        return "this machine has no hardware counters, as is usual for virtual machines";
      }
      if (errno == Errno.ENOENT) {
        return "this processor does not count it";
      }
    }
    return PerfAccess.reason(errno, tid);
  }

  /// Events that cannot be counted, with the reason.
  public Map<Event, String> notSupported() {
    return Collections.unmodifiableMap(notSupported);
  }

  /// Events that are counted in user mode only, since this user may not see the kernel's part. CPU
  /// time is none of them: the kernel counts all of it.
  public Set<Event> userOnly() {
    return Collections.unmodifiableSet(userOnly);
  }

  /// How many threads of a process may be missing: they started while the counters were opened, ten
  /// times one after the other. 0 for nearly every process.
  public int unseenThreads() {
    return unseenThreads;
  }

  /// Begins a measurement, also anew.
  public void start() {
    started = read();
  }

  /// The counts since [#start]. Includes the reading itself, a microsecond or less for each group
  /// of each thread.
  ///
  /// @throws IllegalStateException if there was no start
  public Reading stop() {
    Reading now = read();
    if (started == null) {
      throw new IllegalStateException("stop without start");
    }
    return now.since(started);
  }

  /// Reads all counters. Takes a microsecond or less for each group of each thread.
  public Reading read() {
    long[] values = Reading.values(slots.size());
    for (Opened thread : threads) {
      List<CounterGroup> groups = thread.groups();
      for (int i = 0; i < groups.size(); i++) {
        groups.get(i).read(values);
      }
    }
    return new Reading(asked, slots, notSupported, values);
  }

  private void closeAll() {
    threads.forEach(Opened::close);
    threads.clear();
    slots.clear();
  }

  /// Closes the counters.
  @Override
  public void close() {
    threads.forEach(Opened::close);
    threads.clear();
  }
}
