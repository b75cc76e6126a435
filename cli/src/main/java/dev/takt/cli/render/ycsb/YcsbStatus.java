package dev.takt.cli.render.ycsb;

import dev.takt.load.engine.recording.Progress;
import dev.takt.load.engine.recording.RecordingListener;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import java.io.PrintStream;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The status lines of YCSB 0.17, on standard error: one at the start, one every `status.interval`
/// seconds, one at the end.
///
/// YCSB has `READ` and `READ-FAILED`. `READ-UNFINISHED` and `READ-UNSENT` have the operations that
/// were not answered or not sent when the run ended, with their age. YCSB does not count those.
public final class YcsbStatus implements RecordingListener {

  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss:SSS", Locale.ROOT);
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /// The tolerance for an interval's end, so that a line each second does not skip one.
  private static final long SLACK_NANOS = SECOND / 20;

  private final PrintStream out;
  private final InstantSource clock;
  private final ZoneId zone;
  private final String label;
  private final YcsbOptions.Times times;
  private final long count;
  private final long intervalNanos;
  private final Map<String, LatencyHistogram> service = new ConcurrentHashMap<>();
  private final Map<String, LatencyHistogram> response = new ConcurrentHashMap<>();
  private long nextNanos;
  private long lastNanos;
  private long lastOperations;

  /// @param clock with the time zone of printed times
  /// @param properties of the workload
  /// @param count the number of operations; [Long#MAX_VALUE] if it is not known
  public YcsbStatus(
      PrintStream out,
      InstantSource clock,
      ZoneId zone,
      Map<String, String> properties,
      long count) {
    this.out = out;
    this.clock = clock;
    this.zone = zone;
    this.label = properties.getOrDefault("label", "");
    this.times = YcsbOptions.of(properties).times();
    this.count = count;
    this.intervalNanos = intervalNanos(properties.getOrDefault("status.interval", "10"));
    this.nextNanos = intervalNanos;
  }

  private static long intervalNanos(String seconds) {
    return seconds.matches("[1-9]\\d{0,6}") ? Long.parseLong(seconds) * SECOND : 10 * SECOND;
  }

  /// The first line, before anything is sent.
  public void begin() {
    print(0, 0);
  }

  @Override
  public void recorded(RunTags.Tag tag, LatencyHistogram interval) {
    String operation = tag.operation();
    if (operation == null) {
      return;
    }
    String name = operation.toUpperCase(Locale.ROOT) + suffix(tag.state());
    switch (tag.measure()) {
      case SERVICE -> add(service, name, interval);
      case RESPONSE -> add(response, name, interval);
      default -> {}
    }
  }

  private static String suffix(OperationState state) {
    return switch (state) {
      case COMPLETED -> "";
      case FAILED, TIMED_OUT -> "-FAILED";
      case UNFINISHED -> "-UNFINISHED";
      case NEVER_SENT -> "-UNSENT";
    };
  }

  private static void add(
      Map<String, LatencyHistogram> all, String name, LatencyHistogram interval) {
    all.computeIfAbsent(name, _ -> new LatencyHistogram()).add(interval);
  }

  @Override
  public void intervalEnded(
      Progress progress, @Nullable GeneratorReport generator, boolean settled, boolean last) {
    long elapsed = progress.elapsedNanos();
    if (last || elapsed >= nextNanos - SLACK_NANOS) {
      print(elapsed, progress.counts().completed() + progress.counts().failed());
      while (nextNanos - SLACK_NANOS <= elapsed) {
        nextNanos += intervalNanos;
      }
    }
  }

  private void print(long elapsed, long operations) {
    StringBuilder line = new StringBuilder(label);
    line.append(MOMENT.format(clock.instant().atZone(zone)));
    line.append(' ').append(elapsed / SECOND).append(" sec: ");
    line.append(operations).append(" operations; ");
    if (operations != 0) {
      double seconds = Math.max(1, elapsed - lastNanos) / 1e9;
      double current = (operations - lastOperations) / seconds;
      line.append(YcsbStatusLine.decimal(current)).append(" current ops/sec; ");
    }
    if (count != Long.MAX_VALUE && count > operations) {
      double rate = operations / Math.max(1e-9, elapsed / 1e9);
      long seconds = operations == 0 ? 0 : (long) Math.ceil((count - operations) / rate);
      line.append("est completion in ").append(YcsbStatusLine.remaining(seconds));
    }
    boolean intended = times != YcsbOptions.Times.OP && !response.isEmpty();
    if (times != YcsbOptions.Times.INTENDED || !intended) {
      YcsbStatusLine.append(line, "", service);
    }
    if (intended) {
      YcsbStatusLine.append(line, times == YcsbOptions.Times.BOTH ? "Intended-" : "", response);
    }
    out.println(line);
    out.flush();
    lastNanos = elapsed;
    lastOperations = operations;
    service.values().forEach(LatencyHistogram::reset);
    response.values().forEach(LatencyHistogram::reset);
  }
}
