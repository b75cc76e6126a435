package dev.takt.cli.command;

import dev.takt.cli.flags.WatchFlags;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.load.schedule.Durations;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.Stalls;
import dev.takt.watch.CpuProfiling;
import dev.takt.watch.Observers;
import dev.takt.watch.Watch;
import dev.takt.watch.WatchRequest;
import dev.takt.watch.observer.WatchLevel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/// `takt watch`: observes without load, and reports what it saw.
public final class WatchCommand {

  private final CliContext context;
  private final WatchFlags flags;

  public WatchCommand(CliContext context, WatchFlags flags) {
    this.context = context;
    this.flags = flags;
  }

  public int run() {
    try {
      Path read = flags.read();
      return read == null
          ? watch()
          : new WatchOutput(context, flags.json()).print(Observers.read(read));
    } catch (IOException e) {
      context.message(e.getMessage());
      return ExitCode.FAILED;
    } catch (InterruptedException e) {
      return ExitCode.INTERRUPTED;
    }
  }

  private int watch() throws IOException, InterruptedException {
    Long pid = flags.pid();
    if (pid != null && !WatchProgress.isAlive(pid)) {
      context.message("there is no process " + pid + "; jps -l lists those of Java");
      return ExitCode.FAILED;
    }
    RunDirectory directory =
        RunDirectory.create(
            context.runPath(flags.out(), pid == null ? "watch-host" : "watch-" + pid));
    RunRecord record = RunRecord.started(plan(), Environment.capture());
    directory.write(record);
    if (!flags.quiet()) {
      context.message("run directory " + directory.path());
    }
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
    WatchProgress progress = new WatchProgress(context, flags);
    try (var _ = context.interrupts().onInterrupt(progress::interrupt)) {
      watch.start();
      if (flags.end().onInput()) {
        progress.endWithInput();
      }
      state = progress.show(watch) ? RunRecord.State.STOPPED : RunRecord.State.FINISHED;
    } finally {
      stalls = watch.finish();
      directory.write(stalls);
      directory.write(record.ended(state, null));
    }
    new WatchOutput(context, flags.json())
        .print(stalls, record.beginNanoTime(), "no stalls were seen");
    if (!flags.json()) {
      context.out().println();
      context.out().println("files       " + directory.path());
    }
    return ExitCode.OK;
  }

  /// The equivalent plan, as far as there are keys for it.
  private Map<String, Object> plan() {
    Map<String, Object> plan = new LinkedHashMap<>();
    plan.put("watch", flags.deep() ? "deep" : "default");
    Long pid = flags.pid();
    if (pid != null) {
      plan.put("watch-pid", pid);
    }
    flags.profile().ifPresent(profile -> put(profile, plan));
    return plan;
  }

  private static void put(CpuProfiling profile, Map<String, Object> plan) {
    plan.put("profile", Durations.format(profile.period()));
    profile
        .asyncProfiler()
        .ifPresent(path -> plan.put("profiler", path.isEmpty() ? "async" : "async:" + path));
  }
}
