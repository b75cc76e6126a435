package dev.takt.cli.once;

import dev.takt.cli.flags.OnceFlags;
import dev.takt.cli.get.Downloads;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.StopSignal;
import dev.takt.load.config.JourneyPlan;
import dev.takt.load.config.LoadSettings;
import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.engine.once.OnceResult;
import dev.takt.load.engine.once.OnceRun;
import dev.takt.load.journey.Journeys;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// `takt run --once`: one user of the plan's journeys, or one operation of each kind.
public final class OnceCommand {

  /// How many users are searched for the first of a journey.
  private static final int MAX_SEARCHED = 10_000;

  private final CliContext context;
  private final OnceFlags flags;
  private final List<DriverProvider> providers;

  public OnceCommand(CliContext context, OnceFlags flags, List<DriverProvider> providers) {
    this.context = context;
    this.flags = flags;
    this.providers = providers;
  }

  /// @return the exit code
  public int run(Plan plan) throws PlanException {
    String refusal = refusal(plan);
    if (!refusal.isEmpty()) {
      context.message(refusal);
      return ExitCode.USAGE;
    }
    int missing = Downloads.require(plan.target().address(), context);
    if (missing != ExitCode.OK) {
      return missing;
    }
    PlanLaunch launch = PlanLaunch.prepare(plan, providers);
    try {
      Path folder = Files.createTempDirectory("takt-once");
      try {
        return run(launch, folder);
      } finally {
        delete(folder);
      }
    } catch (IOException | UncheckedIOException | DriverException e) {
      context.message(e.getMessage());
      return ExitCode.FAILED;
    } catch (InterruptedException e) {
      context.message(StopSignal.TOO_EARLY);
      return ExitCode.INTERRUPTED;
    }
  }

  private String refusal(Plan plan) {
    JourneyPlan journeys = plan.target().journeys();
    if (plan.target().keyValues() != null) {
      return OnceFlags.ONCE
          + " is for journeys and for operations of the plan; a workload on records has neither";
    } else if (plan.watching().spawn() != null) {
      return OnceFlags.ONCE + " starts no target: start it first, and leave out spawn";
    } else if (journeys == null && flags.hasUser()) {
      return OnceFlags.USER + " is for journeys, and the plan has none";
    } else if (journeys != null && flags.user() >= journeys.rows().capacity()) {
      return EnglishText.format(
          "%s %,d has no row: the file of users has %,d, and pick is unique",
          OnceFlags.USER, flags.user() + 1, journeys.rows().capacity());
    }
    return "";
  }

  /// @param folder for what the driver writes, which is removed afterwards
  private int run(PlanLaunch launch, Path folder) throws DriverException, InterruptedException {
    try (Driver driver = launch.open(folder, context::message)) {
      LoadSettings settings = launch.settings(driver);
      OnceText text =
          new OnceText(context.out(), driver, flags.traces(), context.terminal().textWidth());
      launch.plan().environmentNames().stream()
          .flatMap(each -> Stream.ofNullable(System.getenv(each)))
          .forEach(text::hide);
      OnceRun run = new OnceRun(settings, flags.user(), text);
      long begin = System.nanoTime();
      OnceResult result;
      try (var _ = StopSignal.register(context, null, run::stop, () -> {}, () -> {})) {
        result = run.run();
      }
      boolean hasJourneys = settings.journeys() != null;
      print(text.masked(line(result, hasJourneys, System.nanoTime() - begin)));
      hint(settings.journeys());
      return result.isComplete()
          ? ExitCode.OK
          : result.interrupted() ? ExitCode.INTERRUPTED : ExitCode.FAILED;
    }
  }

  private void print(String result) {
    if (flags.traces()) {
      context.out().println();
    }
    context.out().println(result);
    context.out().flush();
  }

  private static String line(OnceResult result, boolean hasJourneys, long nanos) {
    String what = hasJourneys ? "step" : "operation";
    String all = result.count() + " " + what + (result.count() == 1 ? "" : "s");
    if (!result.failures().isEmpty()) {
      OnceResult.Failure first = result.failures().getFirst();
      int others = result.failures().size() - 1;
      return "failed at "
          + what
          + " "
          + first.position()
          + ", "
          + first.name()
          + ": "
          + first.reason()
          + (others == 0 ? "" : "; " + others + " more of " + all + " failed");
    } else if (result.interrupted()) {
      return "interrupted after " + all;
    } else if (result.aborted() != null) {
      return "failed at step " + result.count() + ": aborted, because " + result.aborted();
    }
    return "completed: " + all + " in " + Units.time((double) nanos);
  }

  /// Names the users of other journeys.
  private void hint(@Nullable Journeys journeys) {
    if (journeys == null || flags.hasUser() || journeys.specs().size() == 1) {
      return;
    }
    long users = Math.min(MAX_SEARCHED, journeys.capacity());
    int own = journeys.journeyOf(flags.user());
    for (int journey = 0; journey < journeys.specs().size(); journey++) {
      for (int user = 0; journey != own && user < users; user++) {
        if (journeys.journeyOf(user) == journey) {
          String name = journeys.names().get(journey);
          context.message(
              EnglishText.format(
                  "the first user of journey %s is %s %d", name, OnceFlags.USER, user + 1));
          break;
        }
      }
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      // It is in the directory of temporary files, which the system cleans.
    }
  }
}
