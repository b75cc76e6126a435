package dev.takt.explain;

import dev.takt.explain.attribution.classify.StallIndex;
import dev.takt.explain.queue.Lateness;
import dev.takt.explain.queue.Servers;
import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.OperationsReader;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.Stalls;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/// Explains a run from the files of its directory.
public final class RunExplainer {

  /// Up to this many servers, memory use is negligible.
  private static final int MIN_SERVER_LIMIT = 4096;

  private static final String NOT_WATCHED =
      "There is no stalls.json: the run was not watched (takt run --watch) or was killed. Causes in"
          + " the target are unknown.";

  private final RunRecord record;
  private final @Nullable Stalls stalls;
  private final Explainer explainer;
  private final Operations operations;
  private final List<String> notes;
  private final @Nullable String missing;

  /// What the observers saw.
  ///
  /// @param stalls null if the run was not watched
  private record Observed(@Nullable Stalls stalls, StallIndex index) {

    static Observed of(@Nullable Stalls stalls) {
      return new Observed(stalls, StallIndex.of(stalls == null ? List.of() : stalls.stalls()));
    }
  }

  private RunExplainer(
      RunRecord record,
      @Nullable Stalls stalls,
      Explainer explainer,
      Operations operations,
      List<String> notes,
      @Nullable String missing) {
    this.record = record;
    this.stalls = stalls;
    this.explainer = explainer;
    this.operations = operations;
    this.notes = notes;
    this.missing = missing;
  }

  /// Reads a run. The stalls are read concurrently, by a second thread.
  ///
  /// @throws IOException with a message for people, if the run has no operations or a file is
  ///   damaged
  public static RunExplainer of(RunDirectory directory) throws IOException {
    boolean isWatched = Files.exists(directory.stallsJson());
    FutureTask<Observed> observed =
        start(() -> Observed.of(isWatched ? directory.readStalls() : null));
    return of(directory, directory.read(), observed);
  }

  /// Explains a run of which everything but the operations is in memory already.
  ///
  /// @param stalls what the observers saw; null if the run was not watched
  /// @throws IOException with a message for people, if it has no operations, or is damaged
  public static RunExplainer of(RunDirectory directory, RunRecord run, @Nullable Stalls stalls)
      throws IOException {
    return of(directory, run, start(() -> Observed.of(stalls)));
  }

  private static FutureTask<Observed> start(Callable<Observed> reading) {
    FutureTask<Observed> task = new FutureTask<>(reading);
    Thread.ofPlatform().daemon().name("takt-stalls").start(task);
    return task;
  }

  private static RunExplainer of(
      RunDirectory directory, RunRecord run, FutureTask<Observed> reading) throws IOException {
    Fleet fleet = run.fleet();
    if (fleet != null) {
      return of(directory, run, fleet, result(reading).stalls);
    }
    OperationsReader.Read read = OperationsReader.read(directory, run);
    Operations operations = read.operations();
    if (operations.size() == 0) {
      throw new IOException(
          directory.path()
              + " has no operations in its measured part, so there is nothing to explain");
    }
    List<String> notes = new ArrayList<>();
    Observed observed = result(reading);
    if (observed.stalls == null) {
      notes.add(NOT_WATCHED);
    }
    int servers = servers(run.plan(), operations);
    addNotes(read, operations, servers, notes);
    return new RunExplainer(
        run,
        observed.stalls,
        new Explainer(operations, observed.index, servers, read.skipped(), hadWarmup(run)),
        operations,
        notes,
        missing(read));
  }

  private static RunExplainer of(
      RunDirectory directory, RunRecord run, Fleet fleet, @Nullable Stalls stalls)
      throws IOException {
    FleetParts machines = FleetParts.read(directory, run, fleet, stalls);
    Explainer explainer = machines.explainer();
    List<String> notes = new ArrayList<>(machines.notes());
    if (stalls == null) {
      notes.addFirst(NOT_WATCHED);
    }
    return new RunExplainer(
        run, stalls, explainer, explainer.operations(), notes, machines.missing());
  }

  static boolean hadWarmup(RunRecord run) {
    return run.phases().stream().anyMatch(each -> each.name().equals(RunRecord.Phase.WARMUP));
  }

  private static <T> T result(FutureTask<T> task) throws IOException {
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the run was read");
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException cause -> throw cause;
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  /// What a trace lacks, a clause without a full stop; null if it is complete.
  static @Nullable String missing(OperationsReader.Read read) {
    if (read.truncated()) {
      return "the end of operations.bin is missing";
    }
    return read.skipped() > 0 ? "operations are missing (trace-limit)" : null;
  }

  static void addNotes(
      OperationsReader.Read read, Operations operations, int servers, List<String> notes) {
    if (read.truncated()) {
      notes.add("The end of operations.bin is missing; only the part before it is explained.");
    }
    if (read.skipped() > 0) {
      notes.add(
          EnglishText.format(
              "operations.bin omits %,d quick operations (trace-limit); they count as quick.",
              read.skipped()));
    }
    if (!operations.isScheduled()) {
      notes.add(
          "Without a schedule there is no response time: this explains service time. The figures"
              + " without a cause ignore that more operations would have been sent.");
    } else if (servers == Lateness.UNLIMITED) {
      notes.add(
          "The maximum number of operations in flight is unknown, so it is unknown when the"
              + " generator was free to send.");
    }
  }

  /// How many operations could be in flight. Blocking drivers use workers, all others connections;
  /// the plan has both. Only non-blocking drivers pipeline: then each place in a pipeline is a
  /// server.
  static int servers(Map<String, Object> plan, Operations operations) {
    int connections = number(plan.get("connections"));
    int pipeline = number(plan.get("pipeline"));
    if (pipeline > 1) {
      // Servers beyond the number of operations would be idle and only take memory.
      return (int)
          Math.min(Math.max(MIN_SERVER_LIMIT, operations.size()), (long) connections * pipeline);
    }
    int workers = number(plan.get("workers"));
    if (connections == workers || workers == 0) {
      return connections;
    }
    int least = Math.min(connections, workers);
    return least > 0 && neverHadMoreInFlight(operations, least)
        ? least
        : Math.max(connections, workers);
  }

  private static int number(@Nullable Object value) {
    return value instanceof Number number ? Math.max(0, number.intValue()) : 0;
  }

  /// Whether that many servers would have been enough for the recorded operations.
  private static boolean neverHadMoreInFlight(Operations operations, int count) {
    Servers busy = new Servers(count);
    for (int i = 0; i < operations.size(); i++) {
      if (busy.earliestFree() > operations.start(i)) {
        return false;
      }
      busy.take(operations.end(i));
    }
    return true;
  }

  /// The explanation of the run.
  ///
  /// @param slowest how many of the slowest operations to include
  public Explanation explain(int slowest) {
    return explainer.explain(slowest, notes());
  }

  /// The record of the run.
  public RunRecord record() {
    return record;
  }

  /// What the observers saw; null if the run was not watched.
  public @Nullable Stalls stalls() {
    return stalls;
  }

  /// What the observers saw in the measured part; null if the run was not watched.
  public @Nullable Stalls measuredStalls() {
    return stalls == null ? null : record.duringMeasured(stalls);
  }

  /// The explainer of single operations.
  public Explainer explainer() {
    return explainer;
  }

  /// The operations of the measured part.
  public Operations operations() {
    return operations;
  }

  /// Remarks for the reader on what is missing in the run, a sentence each.
  public List<String> notes() {
    return List.copyOf(notes);
  }

  /// Whether the trace has all operations of the measured part.
  public boolean isComplete() {
    return missing == null;
  }

  /// What the trace lacks, a clause without a full stop; null if it is complete.
  public @Nullable String missing() {
    return missing;
  }

  /// The operations as they would have been without the generator's own share, in the same order:
  /// with a generator that sends on time and is never stopped.
  public Operations operationsWithoutGenerator() {
    return explainer.operationsWithoutGenerator();
  }

  /// The origin of the times in reports, on the run's clock: the start of the schedule.
  public long origin() {
    return record.beginNanoTime();
  }
}
