package dev.takt.explain;

import dev.takt.explain.attribution.classify.StallIndex;
import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.OperationsReader;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Explains a run of several machines machine by machine, from the files in `machines`. An
/// operation can be charged with stalls of its own machine, whose clock it shares, and with stalls
/// of the target that another machine saw. Of the latter only that part counts that is certain in
/// spite of the error of the clocks.
///
/// Not thread-safe.
final class FleetParts {

  private final RunDirectory directory;
  private final RunRecord run;
  private final Fleet fleet;
  private final List<Stall> all;
  private final List<MergedExplainer.Part> parts = new ArrayList<>();
  private final Map<String, List<String>> notes = new LinkedHashMap<>();
  private boolean isComplete = true;

  /// @param stalls of all machines, on the clock of the run; null if none was watched
  private FleetParts(RunDirectory directory, RunRecord run, Fleet fleet, @Nullable Stalls stalls) {
    this.directory = directory;
    this.run = run;
    this.fleet = fleet;
    this.all = stalls == null ? List.of() : stalls.stalls();
  }

  /// Reads and explains the machines.
  ///
  /// @throws IOException with a message for people, if a file is damaged or there is no operation
  static FleetParts read(
      RunDirectory directory, RunRecord run, Fleet fleet, @Nullable Stalls stalls)
      throws IOException {
    FleetParts read = new FleetParts(directory, run, fleet, stalls);
    for (Fleet.Machine each : fleet.machines()) {
      if (each.share() != null) {
        read.add(each);
      }
    }
    if (read.parts.isEmpty()) {
      throw new IOException(
          directory.path()
              + " has no operations in its measured part, so there is nothing to explain");
    }
    return read;
  }

  Explainer explainer() {
    return MergedExplainer.of(parts);
  }

  /// Whether the traces have all operations of the measured part.
  boolean isComplete() {
    return isComplete;
  }

  /// Remarks for the reader, each with the machines that it is about.
  List<String> notes() {
    List<String> texts = new ArrayList<>();
    notes.forEach((text, names) -> texts.add(String.join(", ", names) + ": " + text));
    return texts;
  }

  private void note(Fleet.Machine machine, String text) {
    notes.computeIfAbsent(text, _ -> new ArrayList<>()).add(machine.name());
  }

  private void add(Fleet.Machine machine) throws IOException {
    Path path = directory.resolve("machines").resolve(machine.name());
    Long late = machine.startLateNanos();
    if (late == null
        || !Files.exists(path.resolve("run.json"))
        || !Files.exists(path.resolve("operations.bin"))) {
      isComplete = false;
      note(machine, "Its operations were not received, so they are not explained.");
      return;
    }
    RunDirectory own = RunDirectory.open(path);
    RunRecord record = own.read();
    long shift = run.beginNanoTime() - (record.beginNanoTime() - late);
    OperationsReader.Read read = OperationsReader.read(own, record);
    Operations operations = read.operations().movedBy(shift);
    if (!parts.isEmpty()
        && !operations.names().equals(parts.getFirst().explainer().operations().names())) {
      throw new IOException(path + " has other operations than the first machine");
    }
    int servers = RunExplainer.servers(record.plan(), operations);
    List<String> found = new ArrayList<>();
    RunExplainer.addNotes(read, operations, servers, found);
    found.forEach(each -> note(machine, each));
    isComplete &= read.skipped() == 0 && !read.truncated();
    if (operations.size() > 0) {
      List<Stall> used = new ArrayList<>(stalls(machine, own, shift));
      List<Stall> shown = new ArrayList<>();
      addOfTarget(machine, shift, used, shown);
      boolean hadWarmup = RunExplainer.hadWarmup(record);
      Explainer explainer =
          new Explainer(operations, StallIndex.of(used), servers, read.skipped(), hadWarmup);
      parts.add(new MergedExplainer.Part(explainer, List.copyOf(shown)));
    }
  }

  /// Adds the stalls of the target that other machines saw to those of a machine.
  ///
  /// @param used the stalls of the machine
  /// @param shown receives for each stall in `used` the one to show
  private void addOfTarget(Fleet.Machine machine, long shift, List<Stall> used, List<Stall> shown) {
    boolean watchesTarget = used.stream().anyMatch(each -> each.side() == Side.TARGET);
    long offsetError =
        machine.clock().errorNanos() + Math.abs(shift + machine.clock().offsetNanos());
    shown.addAll(used);
    for (Stall each : all) {
      if (isOfTarget(each, machine, watchesTarget)) {
        long error = each.errorNanos() + offsetError + drift(each.endNanoTime(), machine);
        Stall certain = certainPart(each, error);
        if (certain != null) {
          used.add(certain);
          shown.add(each);
        }
      }
    }
  }

  /// The stalls of a machine with their own errors: its operations have the same clock.
  private static List<Stall> stalls(Fleet.Machine machine, RunDirectory own, long shift)
      throws IOException {
    if (!Files.exists(own.stallsJson())) {
      return List.of();
    }
    return own.readStalls().stalls().stream()
        .map(each ->
            each.withInterval(
                new Stall.Interval(
                    each.beginNanoTime() + shift,
                    each.endNanoTime() + shift,
                    each.errorNanos(),
                    each.source(),
                    machine.name())))
        .toList();
  }

  /// Whether a stall that another machine saw can delay the operations of this one: those of the
  /// target, and what the machine of the target lost. If this machine watches the target itself,
  /// what others saw that drive it too would be the same stalls once more.
  private boolean isOfTarget(Stall stall, Fleet.Machine machine, boolean watchesTarget) {
    String seenBy = stall.interval().machine();
    if (seenBy == null || seenBy.equals(machine.name()) || stall.side() == Side.GENERATOR) {
      return false;
    }
    boolean onlyWatched =
        fleet.machines().stream()
            .anyMatch(each -> each.name().equals(seenBy) && each.share() == null);
    return onlyWatched || (stall.side() == Side.TARGET && !watchesTarget);
  }

  /// The part of a stall in which it went on for certain; null if there is none.
  private static @Nullable Stall certainPart(Stall stall, long error) {
    if (2 * error >= stall.nanos()) {
      return null;
    }
    Stall.Interval interval = stall.interval();
    return stall.withInterval(
        new Stall.Interval(
            stall.beginNanoTime() + error,
            stall.endNanoTime() - error,
            0,
            interval.source(),
            interval.machine()));
  }

  /// How far a clock can have drifted since the start of the schedule.
  private long drift(long nanoTime, Fleet.Machine machine) {
    double drift =
        Math.abs(machine.clock().ppm()) * 1e-6 * Math.abs(nanoTime - run.beginNanoTime());
    return (long) Math.ceil(drift);
  }
}
