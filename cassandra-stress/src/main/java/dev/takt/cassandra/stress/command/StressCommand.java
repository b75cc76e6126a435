package dev.takt.cassandra.stress.command;

import dev.takt.cassandra.stress.distribution.DistributionSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The command, with its suboptions.
public sealed interface StressCommand {

  /// A command that drives the server.
  ///
  /// @param consistency as `cl=` has it; cassandra-stress uses a serial one for lightweight
  ///   transactions only, and does all else at `LOCAL_ONE`
  /// @param serialConsistency of lightweight transactions; a serial `cl=` sets it, too
  record Run(
      CommandName name,
      RunLength length,
      boolean hasWarmUp,
      Truncation truncation,
      ConsistencyLevel consistency,
      ConsistencyLevel serialConsistency,
      Operations operations)
      implements StressCommand {

    /// Whether it writes new partitions only, so that it makes the tables that are missing.
    public boolean isLoad() {
      return switch (name) {
        case WRITE, COUNTER_WRITE -> true;
        case USER ->
            operations.shares().keySet().stream()
                .allMatch(operation -> operation.matches("(?i)(.*\\.)?insert"));
        default -> false;
      };
    }
  }

  /// What is done, and in which shares.
  ///
  /// @param keySize bytes of the keys of predefined commands
  /// @param increments of counters
  /// @param shares of `mixed` by command, of `user` by operation; one for other commands
  /// @param clustering how many operations of a kind follow one another in a thread
  /// @param profiles files or URLs, for `user`
  record Operations(
      int keySize,
      DistributionSpec increments,
      Map<String, Double> shares,
      DistributionSpec clustering,
      List<String> profiles) {

    /// The operations with a share above 0, in order.
    public List<String> active() {
      return List.copyOf(activeShares().keySet());
    }

    /// The shares above 0, in order.
    public Map<String, Double> activeShares() {
      Map<String, Double> active = new LinkedHashMap<>(shares);
      active.values().removeIf(share -> share == 0);
      return active;
    }
  }

  /// `help`.
  ///
  /// @param topic a command, or a group with its dash
  record Help(Optional<String> topic) implements StressCommand {}

  /// `print`: the quantiles of a distribution.
  record Print(DistributionSpec distribution) implements StressCommand {}

  /// `version` or `version_json`.
  record Version(boolean isJson) implements StressCommand {}

  /// When tables are truncated: before all, or before each number of threads.
  enum Truncation {
    NEVER,
    ONCE,
    ALWAYS
  }

  /// The consistency levels of `cl=` and `serial-cl=`.
  enum ConsistencyLevel {
    ONE,
    QUORUM,
    LOCAL_QUORUM,
    EACH_QUORUM,
    ALL,
    ANY,
    TWO,
    THREE,
    LOCAL_ONE,
    SERIAL,
    LOCAL_SERIAL;

    /// Whether it is one of conditional statements.
    public boolean isSerial() {
      return this == SERIAL || this == LOCAL_SERIAL;
    }
  }
}
