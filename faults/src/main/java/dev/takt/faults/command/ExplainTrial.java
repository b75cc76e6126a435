package dev.takt.faults.command;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.StopSignal;
import dev.takt.explain.RunExplainer;
import dev.takt.faults.Fault;
import dev.takt.faults.FaultKind;
import dev.takt.faults.FaultyServer;
import dev.takt.faults.NotPossibleException;
import dev.takt.faults.scoring.InjectedFault;
import dev.takt.lab.RunListener;
import dev.takt.lab.RunResult;
import dev.takt.lab.RunSession;
import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanReader;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.RunRecord.Phase;
import dev.takt.watch.jvm.SpawnOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/// A watched run against a server with injected faults.
final class ExplainTrial {

  private static final int WARM_UP_SECONDS = 2;
  private static final long LEAD_NANOS = 500_000_000;
  private static final long TAIL_NANOS = 500_000_000;
  private static final int MIN_MILLIS = 20;
  private static final int STEP_MILLIS = 10;
  private static final int STEPS = 5;
  private static final int WARMUP_FAULT_MILLIS = 20;
  private static final int PEEK_MILLIS = 20;

  /// Enough connections that requests which need no lock proceed while others wait for it.
  private static final int MANY_CONNECTIONS = 128;

  private static final int DEFAULT_CONNECTIONS = 16;
  private static final double NANOS_PER_SECOND = 1e9;

  private final CliContext context;
  private final List<DriverProvider> providers;
  private final Path folder;
  private final String rate;

  /// The explanation and the injected faults.
  record Outcome(RunExplainer explainer, List<InjectedFault> faults) {}

  /// The course of a trial.
  ///
  /// @param times how often the fault is injected
  /// @param everyNanos the interval between injections
  /// @param store selects the sequence of store times that requests wait for; null for no wait
  record Course(int times, long everyNanos, @Nullable Long store) {

    private String operations(Transport transport, FaultScenario scenario) {
      return store == null
          ? scenario.operations(transport)
          : "["
              + transport.operation(FaultScenario.ALL_FAULTS_OPERATION, FaultyServer.storePath())
              + "]";
    }
  }

  /// @param folder gets the files, in one directory per trial
  /// @param rate of the load, as in a plan
  ExplainTrial(CliContext context, List<DriverProvider> providers, Path folder, String rate) {
    this.context = context;
    this.providers = providers;
    this.folder = folder;
    this.rate = rate;
  }

  /// Runs the trial.
  ///
  /// @param name of the trial's directory
  /// @param transport by which the server is reached
  /// @param course how often faults are injected, and what requests do
  /// @throws NotPossibleException if that fault cannot be injected on this machine
  /// @throws InterruptedException if the run was interrupted
  Outcome run(String name, Transport transport, FaultScenario scenario, Course course)
      throws IOException,
          InterruptedException,
          NotPossibleException,
          PlanException,
          DriverException {
    Path path = Files.createDirectories(folder.resolve(name));
    Map<String, String> environment =
        Map.of(SpawnOptions.VARIABLE, SpawnOptions.appendedTo(System.getenv()));
    try (FaultyServer server =
        FaultyServer.start(path, environment, scenario.isOf(FaultKind.QUOTA))) {
      // Fails before there is load if the fault cannot be injected. Also compiles the code for it.
      var _ = scenario.make(server, WARMUP_FAULT_MILLIS);
      if (course.store != null) {
        server.startStoreTimes(course.store);
      }
      Plan plan =
          new PlanReader(providers).read(null, flags(transport, scenario, server, course, path));
      RunDirectory directory = RunDirectory.create(path.resolve("run"));
      FutureTask<List<Fault>> faults = new FutureTask<>(maker(scenario, server, directory, course));
      Thread maker = Thread.ofPlatform().daemon().name("fault-maker").unstarted(faults);
      maker.start();
      RunResult result;
      boolean ended = false;
      try {
        result = run(plan, directory);
        ended = !result.interrupted();
      } finally {
        if (!ended) {
          maker.interrupt();
        }
        maker.join();
      }
      if (!ended) {
        throw new InterruptedException("the run was interrupted");
      }
      RunExplainer explainer =
          result.explainer().orElseThrow(() -> new IOException("the run could not be explained"));
      return new Outcome(explainer, known(scenario, made(faults)));
    }
  }

  private RunResult run(Plan plan, RunDirectory directory)
      throws IOException, InterruptedException, PlanException, DriverException {
    PlanLaunch launch = PlanLaunch.prepare(plan, providers);
    RunSession session = new RunSession(plan, launch, directory, new Warnings(context));
    try (var _ =
        StopSignal.registerRun(
            context,
            context::message,
            directory.path(),
            session::stop,
            session::saveSummary,
            session::abort)) {
      return session.run();
    }
  }

  /// Prints the warnings of a run.
  private record Warnings(CliContext context) implements RunListener {
    @Override
    public void warning(String message) {
      context.message(message);
    }
  }

  private Map<String, List<String>> flags(
      Transport transport, FaultScenario scenario, FaultyServer server, Course course, Path path)
      throws IOException {
    long nanos = LEAD_NANOS + course.times * course.everyNanos + TAIL_NANOS;
    double seconds = WARM_UP_SECONDS + nanos / NANOS_PER_SECOND;
    int connections = scenario == FaultScenario.GC_LOCK ? MANY_CONNECTIONS : DEFAULT_CONNECTIONS;
    Map<String, List<String>> flags = new HashMap<>(transport.properties(connections, path));
    flags.put(PlanKey.TARGET.key(), List.of(transport.target(server)));
    flags.put(PlanKey.RATE.key(), List.of(rate));
    flags.put(PlanKey.DURATION.key(), List.of(Math.round(seconds * 1000) + "ms"));
    flags.put(PlanKey.WARMUP.key(), List.of(WARM_UP_SECONDS + "s"));
    flags.put(PlanKey.WORKERS.key(), List.of(Integer.toString(connections)));
    flags.put(PlanKey.WATCH.key(), List.of("default"));
    flags.put(PlanKey.WATCH_PID.key(), List.of(Long.toString(server.pid())));
    flags.put(PlanKey.OPERATIONS.key(), List.of(course.operations(transport, scenario)));
    return flags;
  }

  private static Callable<List<Fault>> maker(
      FaultScenario scenario, FaultyServer server, RunDirectory directory, Course course) {
    return () -> {
      long next = awaitMeasuring(directory) + LEAD_NANOS;
      List<Fault> faults = new ArrayList<>();
      for (int i = 0; i < course.times; i++) {
        sleepUntil(next);
        next += course.everyNanos;
        faults.addAll(scenario.make(server, MIN_MILLIS + i % STEPS * STEP_MILLIS));
      }
      return faults;
    };
  }

  /// Waits until the start of the measurement window is known, and returns it.
  private static long awaitMeasuring(RunDirectory directory) throws InterruptedException {
    while (true) {
      Thread.sleep(PEEK_MILLIS);
      try {
        if (Files.exists(directory.runJson())) {
          Phase measured = directory.read().measured();
          if (measured != null) {
            return measured.startNanoTime();
          }
        }
      } catch (IOException e) {
        // The file is being written.
      }
    }
  }

  private static void sleepUntil(long nanoTime) throws InterruptedException {
    for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
      Thread.sleep(Duration.ofNanos(left));
    }
  }

  private static List<Fault> made(FutureTask<List<Fault>> faults)
      throws IOException, InterruptedException, NotPossibleException {
    try {
      return faults.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException cause -> throw cause;
        case NotPossibleException cause -> throw cause;
        case RuntimeException cause -> throw cause;
        case null, default -> throw new IOException("the faults were not made to the end", e);
      }
    }
  }

  private static List<InjectedFault> known(FaultScenario scenario, List<Fault> faults) {
    return faults.stream()
        .map(each ->
            new InjectedFault(
                each.begin(),
                each.end(),
                ExpectedCauses.of(each.kind()),
                scenario == FaultScenario.GC_LOCK && each.kind() == FaultKind.LOCK
                    ? FaultScenario.ALL_FAULTS_OPERATION
                    : null))
        .toList();
  }
}
