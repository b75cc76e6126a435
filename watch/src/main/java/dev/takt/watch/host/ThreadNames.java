package dev.takt.watch.host;

import dev.takt.record.NanoClock;
import dev.takt.runs.Stall.Actor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The names of threads as the kernel has them: 15 characters at most. A bounded number of those
/// that were told is kept; others are asked for.
final class ThreadNames {

  private static final int MOST = 10_000;
  private static final int MOST_ANCESTORS = 8;
  private static final long FRESH_NANOS = 2_000_000_000;

  private final Path proc;
  private final NanoClock clock;

  private final Map<Integer, Known> known =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Known> eldest) {
          return size() > MOST;
        }
      };

  /// What was found out lately, since some wait again and again and a file is dear to read. For a
  /// short time only: where nobody tells of new names, threads may have got one.
  private final Map<Integer, Actor> fresh = new HashMap<>();

  private long freshSince;

  /// @param name null while it is its parent's
  private record Known(int pid, int parent, @Nullable String name) {}

  ThreadNames(Path proc) {
    this(proc, NanoClock.SYSTEM);
  }

  ThreadNames(Path proc, NanoClock clock) {
    this.proc = proc;
    this.clock = clock;
    freshSince = clock.nanoTime();
  }

  void started(int pid, int tid, int parent) {
    var _ = fresh.remove(tid);
    known.put(tid, new Known(pid, parent, null));
  }

  void named(int pid, int tid, String name) {
    var _ = fresh.remove(tid);
    known.put(tid, new Known(pid, 0, name));
  }

  /// @param pid its process; 0 if that is not known
  Actor actor(int pid, int tid) {
    forgetTheOld();
    Actor before = fresh.get(tid);
    if (before != null && (pid == 0 || Objects.equals(before.pid(), (long) pid))) {
      return before;
    }
    Actor found = find(pid, tid);
    fresh.put(tid, found);
    return found;
  }

  private void forgetTheOld() {
    long now = clock.nanoTime();
    if (now - freshSince >= FRESH_NANOS || fresh.size() >= MOST) {
      fresh.clear();
      freshSince = now;
    }
  }

  private Actor find(int pid, int tid) {
    Known told = known.get(tid);
    long process = pid != 0 ? pid : told != null ? told.pid() : processOf(tid);
    return new Actor(name(tid), process == 0 ? null : process, (long) tid, null);
  }

  String name(int tid) {
    int each = tid;
    for (int i = 0; i < MOST_ANCESTORS && each > 0; i++) {
      Known told = known.get(each);
      if (told != null && told.name() != null) {
        return told.name();
      }
      // Also of one that was only started: what it called itself may have been lost.
      String now = line(proc.resolve(each + "/comm"));
      if (now != null) {
        return now;
      }
      each = told == null ? 0 : told.parent();
    }
    return "thread " + tid + ", which has ended";
  }

  private long processOf(int tid) {
    String status = text(proc.resolve(tid + "/status"));
    return status == null
        ? 0
        : status
            .lines()
            .filter(line -> line.startsWith("Tgid:"))
            .mapToLong(line -> Long.parseLong(line.substring("Tgid:".length()).strip()))
            .findFirst()
            .orElse(0);
  }

  private static @Nullable String line(Path file) {
    String text = text(file);
    return text == null ? null : text.strip();
  }

  private static @Nullable String text(Path file) {
    try {
      // A name may be any bytes, also a letter of several of which the last were cut off.
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException _) {
      return null;
    }
  }
}
