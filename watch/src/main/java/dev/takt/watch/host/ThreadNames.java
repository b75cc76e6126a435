package dev.takt.watch.host;

import dev.takt.record.NanoClock;
import dev.takt.runs.model.Stall.Actor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The kernel's names of threads, which have 15 characters at most. Names come from recorded
/// events, of which a bounded number is kept, or else from `/proc`. Not thread-safe.
public final class ThreadNames {

  private static final int MAX_ENTRIES = 10_000;
  private static final int MAX_ANCESTORS = 8;
  private static final long CACHE_NANOS = 2_000_000_000;

  private final Path proc;
  private final NanoClock clock;

  private final Map<Integer, RecordedThread> recorded =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, RecordedThread> eldest) {
          return size() > MAX_ENTRIES;
        }
      };

  /// A short-lived cache, since reading a file is expensive and some threads wait repeatedly.
  /// Entries expire because a thread may be renamed without an event.
  private final Map<Integer, Actor> cache = new HashMap<>();

  private long cacheSince;

  /// What events said about a thread.
  ///
  /// @param name null while the thread still has its parent's name
  private record RecordedThread(int pid, int parent, @Nullable String name) {}

  public ThreadNames(Path proc) {
    this(proc, NanoClock.SYSTEM);
  }

  ThreadNames(Path proc, NanoClock clock) {
    this.proc = proc;
    this.clock = clock;
    cacheSince = clock.nanoTime();
  }

  public void recordStart(int pid, int tid, int parent) {
    var _ = cache.remove(tid);
    recorded.put(tid, new RecordedThread(pid, parent, null));
  }

  public void recordName(int pid, int tid, String name) {
    var _ = cache.remove(tid);
    recorded.put(tid, new RecordedThread(pid, 0, name));
  }

  /// @param pid its process; 0 if that is not known
  public Actor actor(int pid, int tid) {
    expireCache();
    Actor before = cache.get(tid);
    if (before != null && (pid == 0 || Objects.equals(before.pid(), (long) pid))) {
      return before;
    }
    Actor found = find(pid, tid);
    cache.put(tid, found);
    return found;
  }

  private void expireCache() {
    long now = clock.nanoTime();
    if (now - cacheSince >= CACHE_NANOS || cache.size() >= MAX_ENTRIES) {
      cache.clear();
      cacheSince = now;
    }
  }

  private Actor find(int pid, int tid) {
    RecordedThread event = recorded.get(tid);
    long process = pid != 0 ? pid : event != null ? event.pid() : processOf(tid);
    return new Actor(name(tid), process == 0 ? null : process, (long) tid, null);
  }

  String name(int tid) {
    int each = tid;
    for (int i = 0; i < MAX_ANCESTORS && each > 0; i++) {
      RecordedThread event = recorded.get(each);
      if (event != null && event.name() != null) {
        return event.name();
      }
      // Also read if a start was recorded: the record of a later name may have been lost.
      String now = line(proc.resolve(each + "/comm"));
      if (now != null) {
        return now;
      }
      each = event == null ? 0 : event.parent();
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
      // A name may be any bytes, also a truncated multi-byte character, so no strict decoding.
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException _) {
      return null;
    }
  }
}
