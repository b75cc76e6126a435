package dev.takt.explain;

import dev.takt.explain.attribution.classify.StallIndex;
import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.OperationsReader;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.clock.ClockLog;
import dev.takt.runs.clock.OffsetBounds;
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
  private final Map<String, OffsetBounds> clocks;
  private final List<MergedExplainer.Part> parts = new ArrayList<>();
  private final Map<String, List<String>> notes = new LinkedHashMap<>();
  private final List<String> withoutOperations = new ArrayList<>();
  private @Nullable String missingPart;

  /// @param stalls of all machines, on the clock of the run; null if none was watched
  /// @param clocks of the machines, by name
  private FleetParts(
      RunDirectory directory,
      RunRecord run,
      Fleet fleet,
      @Nullable Stalls stalls,
      Map<String, OffsetBounds> clocks) {
    this.directory = directory;
    this.run = run;
    this.fleet = fleet;
    this.all = stalls == null ? List.of() : stalls.stalls();
    this.clocks = clocks;
  }

  /// Reads and explains the machines.
  ///
  /// @throws IOException with a message for people, if a file is damaged or there is no operation
  static FleetParts read(
      RunDirectory directory, RunRecord run, Fleet fleet, @Nullable Stalls stalls)
      throws IOException {
    FleetParts read =
        new FleetParts(
            directory,
            run,
            fleet,
            stalls,
            ClockLog.readBounds(directory.resolve(ClockLog.FILE_NAME)));
    for (Fleet.Machine each : fleet.machines()) {
      if (each.share() != null) {
        read.add(each);
      } else if (!Files.exists(read.path(each).resolve("stalls.json"))) {
        read.note(each, "What it saw of the target was not received, so that explains nothing.");
      }
    }
    if (read.parts.isEmpty()) {
      throw new IOException(
          directory.path()
              + (read.withoutOperations.isEmpty()
                  ? " has no operations in its measured part, so there is nothing to explain"
                  : " has no operations: those of its machines were not received (--collect summary"
                      + " leaves them there)"));
    }
    return read;
  }

  Explainer explainer() {
    return MergedExplainer.of(parts);
  }

  /// What the traces lack, a clause without a full stop; null if they are complete.
  @Nullable String missing() {
    return withoutOperations.isEmpty()
        ? missingPart
        : "the operations of " + String.join(", ", withoutOperations) + " are missing";
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

  private Path path(Fleet.Machine machine) {
    return directory.resolve("machines").resolve(machine.name());
  }

  private void add(Fleet.Machine machine) throws IOException {
    Path path = path(machine);
    Long late = machine.startLateNanos();
    if (late == null
        || !Files.exists(path.resolve("run.json"))
        || !Files.exists(path.resolve("operations.bin"))) {
      withoutOperations.add(machine.name());
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
    if (missingPart == null) {
      missingPart = RunExplainer.missing(read);
    }
    if (operations.size() > 0) {
      List<MovedStall> stalls = new ArrayList<>(stalls(machine, own, shift));
      stalls.addAll(ofTarget(machine, shift, stalls));
      StallIndex index = StallIndex.of(stalls.stream().map(MovedStall::used).toList());
      boolean hadWarmup = RunExplainer.hadWarmup(record);
      Explainer explainer = new Explainer(operations, index, servers, read.skipped(), hadWarmup);
      parts.add(new MergedExplainer.Part(machine.name(), explainer, List.copyOf(stalls)));
    }
  }

  /// The certain parts of the stalls of the target that other machines saw.
  ///
  /// @param own the stalls that the machine saw itself
  private List<MovedStall> ofTarget(Fleet.Machine machine, long shift, List<MovedStall> own) {
    boolean watchesTarget = own.stream().anyMatch(each -> each.used().side() == Side.TARGET);
    List<Stall> theirs =
        all.stream().filter(each -> isOfTarget(each, machine, watchesTarget)).toList();
    OffsetBounds clock = clocks.get(machine.name());
    if (clock == null) {
      if (!theirs.isEmpty()) {
        note(
            machine, "Its clock is unknown (clocks.bin), so stalls of the target explain nothing.");
      }
      return List.of();
    }
    TargetStalls moved = new TargetStalls(clock, shift);
    return theirs.stream().flatMap(each -> moved.move(each).stream()).toList();
  }

  /// The stalls of a machine with their own errors: its operations have the same clock.
  private static List<MovedStall> stalls(Fleet.Machine machine, RunDirectory own, long shift)
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
        .map(MovedStall::own)
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
}
