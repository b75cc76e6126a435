package dev.takt.load.replay;

import dev.takt.load.replay.ReplayReport.LeftOut;
import dev.takt.load.schedule.Schedule;
import dev.takt.load.schedule.Schedules;
import dev.takt.load.workload.Randomness;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.text.EnglishText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/// Keeps of each request only numbers: 12 bytes, or 16 if the log says how long it took. Paths are
/// kept once each.
final class LogCollector {

  private static final long SECOND = 1_000_000_000L;

  /// How far a line may be older than one before without a remark: long requests are.
  private static final long JUMP_NANOS = 60 * SECOND;

  private static final int MAX_GROUPS = 50;
  private static final String OTHERS = "other";
  private static final int MAX_REQUESTS = Integer.MAX_VALUE - 8;

  private final ReplaySettings settings;
  private final ReplayFilter filter;
  private final ReplayReport report = new ReplayReport();
  private final TargetTable targets = new TargetTable();
  private final List<ReplayLog.Operation> operations = new ArrayList<>();
  private final Map<String, Integer> kinds = new HashMap<>();
  private final int[] plainKinds;

  private long[] times = new long[1024];
  private int[] numbers = new int[1024];

  /// In microseconds; null until a log says one.
  private int @Nullable [] durations;

  private int count;

  private boolean isAny;
  private long first;
  private long latest;
  private boolean hasFraction;
  private boolean hasZones = true;
  private boolean isStart;
  private long withoutDuration;
  private long jumps;
  private long firstJump;
  private @Nullable String host;

  LogCollector(ReplaySettings settings) {
    this.settings = settings;
    this.filter = settings.filter();
    this.plainKinds = new int[filter.methods().size()];
    Arrays.fill(plainKinds, -1);
  }

  ReplayReport report() {
    return report;
  }

  /// A line or an entry that has no request.
  void reject(LeftOut why, long line) {
    report.entry();
    report.leftOut(why, line);
  }

  /// @param onlyHost whether all requests must be for the host of the first one
  void add(LogEntry entry, long line, boolean onlyHost) throws ReplayException {
    report.entry();
    long time = entry.time();
    boolean knowsDuration = entry.durationNanos() >= 0;
    long start = entry.isStart() || !knowsDuration ? time : time - entry.durationNanos();
    if (!isAny) {
      isAny = true;
      first = start;
      latest = time;
      host = entry.host();
    }
    hasFraction |= entry.hasFraction();
    hasZones &= entry.hasZone();
    isStart |= entry.isStart();
    noteJump(time, line);
    LeftOut why = reason(entry, start, onlyHost);
    if (why == LeftOut.METHOD) {
      report.otherMethod(entry.method(), line);
    } else if (why != null) {
      report.leftOut(why, line);
    } else {
      grow();
      times[count] = time;
      numbers[count] = targets.add(kind(entry), entry.target(), entry.length());
      if (!entry.isStart()) {
        keepDuration(entry.durationNanos());
      }
      count++;
    }
  }

  private void noteJump(long time, long line) {
    if (time < latest - JUMP_NANOS) {
      firstJump = jumps == 0 ? line : firstJump;
      jumps++;
    }
    latest = Math.max(latest, time);
  }

  private @Nullable LeftOut reason(LogEntry entry, long start, boolean onlyHost) {
    if (filter.isOutside(start, first)) {
      return LeftOut.OUTSIDE;
    } else if (!filter.methods().contains(entry.method())) {
      return LeftOut.METHOD;
    } else if (onlyHost && !entry.host().equals(host)) {
      return LeftOut.HOST;
    } else if (!entry.isSendable()) {
      return LeftOut.NOT_SENDABLE;
    } else if (filter.path() != null && !filter.path().matcher(entry.targetText()).find()) {
      return LeftOut.PATH;
    }
    return filter.status() != null && !filter.status().has(entry.status()) ? LeftOut.STATUS : null;
  }

  private void grow() throws ReplayException {
    if (count < times.length) {
      return;
    }
    if (count == MAX_REQUESTS) {
      throw new ReplayException(settings.file() + " has more than 2^31 requests; set from and to");
    }
    int size = (int) Math.min(count + (long) (count >> 1), MAX_REQUESTS);
    times = Arrays.copyOf(times, size);
    numbers = Arrays.copyOf(numbers, size);
    durations = durations == null ? null : Arrays.copyOf(durations, size);
  }

  private void keepDuration(long nanos) {
    if (nanos < 0) {
      withoutDuration++;
      return;
    }
    int[] all = durations;
    if (all == null) {
      all = new int[times.length];
      durations = all;
    }
    all[count] = (int) Math.min(nanos / 1000, Integer.MAX_VALUE);
  }

  private int kind(LogEntry entry) {
    int method = filter.methods().indexOf(entry.method());
    if (settings.group() == null) {
      if (plainKinds[method] < 0) {
        plainKinds[method] = newKind(entry.method(), entry.method());
      }
      return plainKinds[method];
    }
    String name = entry.method() + "." + group(entry);
    Integer known = kinds.get(name);
    if (known == null && kinds.size() >= MAX_GROUPS) {
      name = entry.method() + "." + OTHERS;
      known = kinds.get(name);
    }
    if (known == null) {
      known = newKind(name, entry.method());
      kinds.put(name, known);
    }
    return known;
  }

  private int newKind(String name, String method) {
    operations.add(new ReplayLog.Operation(name, method));
    return operations.size() - 1;
  }

  private String group(LogEntry entry) {
    Matcher matcher =
        settings.group() == null ? null : settings.group().matcher(entry.targetText());
    if (matcher == null || !matcher.find()) {
      return OTHERS;
    }
    String found = matcher.groupCount() == 0 ? matcher.group() : matcher.group(1);
    String name = found == null ? "" : found.replaceAll("[^A-Za-z0-9_-]+", "-");
    name = name.replaceAll("^-|-$", "");
    return name.isEmpty() || name.length() > 40 || !RunTags.isOperationName(name) ? OTHERS : name;
  }

  // The result.

  ReplayLog complete(long seed) throws ReplayException {
    if (count == 0) {
      throw nothing();
    }
    targets.complete();
    TimeOrder.sort(times, numbers, durations, count);
    if (!hasFraction) {
      spread(seed);
    }
    if (durations != null) {
      for (int i = 0; i < count; i++) {
        times[i] -= 1000L * durations[i];
      }
      durations = null;
      TimeOrder.sort(times, numbers, null, count);
    }
    long origin = times[0];
    long length = times[count - 1] - origin;
    String start = Instant.ofEpochSecond(0, origin).truncatedTo(ChronoUnit.SECONDS).toString();
    report.replayed(count, start, length, settings.speed());
    remarks();
    long[] offsets = Arrays.copyOf(times, count);
    times = new long[0];
    for (int i = 0; i < count; i++) {
      long offset = offsets[i] - origin;
      offsets[i] =
          settings.speed() == 1 ? offset : (long) Math.rint((double) offset / settings.speed());
    }
    ReplayRequests requests = new ReplayRequests(Arrays.copyOf(numbers, count), targets);
    Schedule schedule = Schedules.recorded(offsets, requests::operationOf);
    return new ReplayLog(settings, operations, schedule, requests, report);
  }

  /// Gives requests of the same second times within it: as many random ones as there are requests,
  /// in the order of the log. Independent clients would arrive like that. With even gaps no two
  /// requests would ever meet, and at the second's beginning all would.
  private void spread(long seed) {
    int from = 0;
    while (from < count) {
      int to = from + 1;
      while (to < count && times[to] == times[from]) {
        to++;
      }
      long second = times[from];
      for (int i = from; i < to; i++) {
        times[i] = second + (long) (Randomness.unit(seed, i, Randomness.REPLAY) * (double) SECOND);
      }
      Arrays.sort(times, from, to);
      from = to;
    }
  }

  private void remarks() {
    if (!hasFraction) {
      report.remark("times are whole seconds: spread at random within each, by the seed");
    }
    if (!isStart && withoutDuration == 0) {
      report.remark("starts are the logged ends minus the logged durations");
    } else if (!isStart && withoutDuration < count) {
      report.remark(
          EnglishText.format(
              "starts are ends minus durations; %,d have no duration: as logged", withoutDuration));
    } else if (!isStart) {
      report.remark("starts are the logged times; nginx and some others log the ends");
    }
    if (!hasZones) {
      report.remark("times without an offset from UTC are taken as UTC");
    }
    if (jumps > 0) {
      report.remark(
          EnglishText.format(
              "%,d over a minute older than one before, first in line %,d; sorted by time",
              jumps, firstJump));
    }
  }

  private ReplayException nothing() {
    long entries = report.entries();
    if (entries == 0) {
      return new ReplayException(
          settings.file() + " is empty: expected an access log or a HAR file");
    }
    if (report.count(LeftOut.NO_REQUEST) + report.count(LeftOut.TOO_LONG) == entries) {
      return new ReplayException(
          EnglishText.format(
              "%s: none of its %,d lines has a request; expected the combined or common format of"
                  + " access logs, JSON lines (with replay.fields, if their names are not known), or"
                  + " HAR",
              settings.file(), entries));
    }
    return new ReplayException(
        EnglishText.format(
            "%s: none of its %,d requests is to be sent; left out are\n    %s",
            settings.file(), entries, String.join("\n    ", report.leftOutTexts())));
  }
}
