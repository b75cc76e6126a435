package dev.takt.fleet.coordinator;

import dev.takt.fleet.protocol.Message;
import dev.takt.load.share.Share;
import dev.takt.runs.clock.OffsetBounds;
import dev.takt.runs.model.Fleet;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What became of the machines of a run.
///
/// @param startNanos the agreed start on the coordinator's clock
/// @param stopped whether it was stopped before its end
/// @param machines in the order of their shares, then those that only watched
public record FleetOutcome(long startNanos, boolean stopped, List<MachineOutcome> machines) {

  /// The end of a generator that nothing is known about.
  static final Message.Ended LOST = new Message.Ended(-1, "");

  /// Exit codes of `takt run`: fine, a rule is broken, not decidable.
  private static final Set<Integer> FINISHED = Set.of(0, 3, 5);

  /// The exit code of `takt run` when it is stopped.
  private static final int INTERRUPTED = 130;

  /// Whether a generator that ended so has a result.
  static boolean hasResult(Message.Ended how) {
    return FINISHED.contains(how.exitCode()) || how.exitCode() == INTERRUPTED;
  }

  /// Copies the list, so that the record is immutable.
  public FleetOutcome {
    machines = List.copyOf(machines);
  }

  /// Whether all files of all machines are here.
  public boolean isComplete() {
    return machines.stream().allMatch(MachineOutcome::isComplete);
  }

  /// How far a machine came. What a machine that stopped by itself did not send is lost, and so is
  /// what did not come with its files.
  public Fleet.State state(MachineOutcome machine) {
    if (machine.isLost() || !machine.isComplete()) {
      return Fleet.State.LOST;
    }
    int exitCode = machine.ended().exitCode();
    if (FINISHED.contains(exitCode)) {
      return Fleet.State.FINISHED;
    }
    if (exitCode != INTERRUPTED) {
      return Fleet.State.FAILED;
    }
    return stopped || machine.share() == null ? Fleet.State.STOPPED : Fleet.State.LOST;
  }

  /// What became of a machine.
  ///
  /// @param name in the fleet
  /// @param host the name of the machine
  /// @param share its part of the plan; null if it only watched
  /// @param clock what is known of its clock
  /// @param startNanos the agreed start on its clock
  /// @param ended how its generator ended
  /// @param directory its run directory here
  /// @param whyIncomplete why not all its files are here; null if they are
  public record MachineOutcome(
      String name,
      String host,
      @Nullable Share share,
      OffsetBounds clock,
      long startNanos,
      Message.Ended ended,
      Path directory,
      @Nullable String whyIncomplete) {

    /// Whether all its files are here.
    public boolean isComplete() {
      return whyIncomplete == null;
    }

    /// Whether it was lost before its generator or its watch had ended.
    public boolean isLost() {
      return ended == LOST;
    }
  }
}
