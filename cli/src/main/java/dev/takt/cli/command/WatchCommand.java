package dev.takt.cli.command;

import dev.takt.cli.flags.WatchFlags;
import dev.takt.cli.render.run.StallTable;
import dev.takt.cli.render.run.WatchDisplay;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.load.schedule.Durations;
import dev.takt.load.text.Units;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.json.StallsJson;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.StallSource;
import dev.takt.runs.model.Stalls;
import dev.takt.runs.text.EnglishText;
import dev.takt.watch.Observers;
import dev.takt.watch.Watch;
import dev.takt.watch.WatchReport;
import dev.takt.watch.WatchRequest;
import dev.takt.watch.observer.WatchLevel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// `takt watch`: observes without load, and reports what it saw.
public final class WatchCommand {

  private static final long TICK_NANOS = 1_000_000_000L;

  private final CliContext context;
  private final WatchFlags flags;
  private final CountDownLatch interrupted = new CountDownLatch(1);

  public WatchCommand(CliContext context, WatchFlags flags) {
    this.context = context;
    this.flags = flags;
  }

  public int run() {
    try {
      Path read = flags.read();
      return read == null ? watch() : printReading(Observers.read(read));
    } catch (IOException e) {
      context.err().println("takt: " + e.getMessage());
      return ExitCode.FAILED;
    } catch (InterruptedException e) {
      return ExitCode.INTERRUPTED;
    }
  }

  private int watch() throws IOException, InterruptedException {
    Long pid = flags.pid();
    if (pid != null && !isAlive(pid)) {
      context.err().println("takt: there is no process " + pid + "; jps -l lists those of Java");
      return ExitCode.FAILED;
    }
    RunDirectory directory =
        RunDirectory.create(
            context.runPath(flags.out(), pid == null ? "watch-host" : "watch-" + pid));
    RunRecord record = RunRecord.started(plan(), Environment.capture());
    directory.write(record);
    say("run directory " + directory.path());
    Watch watch =
        Observers.of(
            new WatchRequest(
                directory.path(),
                flags.deep() ? WatchLevel.DEEP : WatchLevel.DEFAULT,
                pid == null ? OptionalLong.empty() : OptionalLong.of(pid),
                false,
                flags.profile()));
    Stalls stalls;
    RunRecord.State state = RunRecord.State.FAILED;
    try (var _ = context.interrupts().onInterrupt(this::interrupt)) {
      watch.start();
      state = showUntilTheEnd(watch) ? RunRecord.State.STOPPED : RunRecord.State.FINISHED;
    } finally {
      stalls = watch.finish();
      directory.write(stalls);
      directory.write(record.ended(state, null));
    }
    print(stalls, record.beginNanoTime(), "no stalls were seen");
    if (!flags.json()) {
      context.out().println();
      context.out().println("files       " + directory.path());
    }
    return ExitCode.OK;
  }

  /// The first signal ends the watch gracefully, which takes time if the target does not respond.
  /// The second one ends the process.
  private void interrupt() {
    if (interrupted.getCount() == 0) {
      Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
    }
    interrupted.countDown();
  }

  /// @return whether a signal ended the watch early
  private boolean showUntilTheEnd(Watch watch) throws InterruptedException {
    long begin = System.nanoTime();
    Duration time = flags.time();
    long length = time == null ? Long.MAX_VALUE : time.toNanos();
    WatchDisplay display = display();
    boolean signalled = false;
    long elapsed = 0;
    while (!signalled && elapsed < length && isThere()) {
      long tick = Math.min(TICK_NANOS, length - elapsed);
      signalled = interrupted.await(tick, TimeUnit.NANOSECONDS);
      elapsed = System.nanoTime() - begin;
      if (!flags.quiet()) {
        display.show(elapsed, watch.live());
      }
    }
    display.end();
    if (!isThere()) {
      say("process " + flags.pid() + " has ended");
    }
    return signalled && time != null;
  }

  private boolean isThere() {
    Long pid = flags.pid();
    return pid == null || isAlive(pid);
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  private WatchDisplay display() {
    CliContext.Terminal terminal = context.terminal();
    return terminal.isErr() && !flags.quiet()
        ? WatchDisplay.live(context.err(), subject(), terminal.width())
        : WatchDisplay.lines(context.err(), subject());
  }

  private String subject() {
    return flags.pid() == null ? "the host" : "process " + flags.pid();
  }

  private int printReading(WatchReport reading) {
    boolean isDoubtful = !reading.caveat().isEmpty();
    if (isDoubtful) {
      // The JSON document has no place for it except the list of what could not be observed.
      (flags.json() ? context.err() : context.out())
          .println((flags.json() ? "takt: " : "") + reading.caveat());
    }
    Long nanos = reading.recordedNanos();
    if (nanos != null && !flags.json()) {
      context.out().println(recorded(reading, nanos));
    }
    print(reading.stalls(), reading.origin(), reading.noStallsText());
    return isDoubtful ? ExitCode.NOT_TRUSTED : ExitCode.OK;
  }

  /// Where and how long the recording ran, and what it could not contain.
  private static String recorded(WatchReport reading, long nanos) {
    Instant begin = Instant.EPOCH.plusNanos(reading.origin()).truncatedTo(ChronoUnit.MILLIS);
    long threshold =
        reading.stalls().sources().stream().mapToLong(StallSource::thresholdNanos).max().orElse(0);
    return EnglishText.format(
        "recorded from %s on, for %s; %s\n",
        begin,
        Units.time(nanos),
        threshold == 0
            ? "no threshold for stops is in it"
            : "stops of " + Units.time(threshold) + " and more");
  }

  private void print(Stalls stalls, long begin, String none) {
    context
        .out()
        .print(
            flags.json()
                ? StallsJson.write(stalls)
                : StallTable.render(stalls, begin, context.paint(), none));
  }

  /// The equivalent plan, as far as there are keys for it.
  private Map<String, Object> plan() {
    Map<String, Object> plan = new LinkedHashMap<>();
    plan.put("watch", flags.deep() ? "deep" : "default");
    Long pid = flags.pid();
    if (pid != null) {
      plan.put("watch-pid", pid);
    }
    flags.profile().ifPresent(period -> plan.put("profile", Durations.format(period)));
    return plan;
  }

  private void say(String what) {
    if (!flags.quiet()) {
      context.err().println("takt: " + what);
      context.err().flush();
    }
  }
}
