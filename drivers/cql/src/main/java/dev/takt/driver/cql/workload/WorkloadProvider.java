package dev.takt.driver.cql.workload;

import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.load.driver.DriverException;
import dev.takt.load.share.Share;
import dev.takt.load.share.Sharing;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Makes the workload that the property `cassandra-stress` of a `cql` target describes. Found by
/// [java.util.ServiceLoader]; stateless.
public interface WorkloadProvider {

  /// What is wrong with a workload, found without connecting to the target; empty if nothing is.
  ///
  /// @param text of the property
  /// @param version of the property `stress-data`; empty for the default
  /// @param operations the names of the plan's operations
  Optional<String> problem(String text, String version, List<String> operations);

  /// Why several generators cannot share the operations; empty if they can.
  ///
  /// @param text of the property, which has no [#problem]
  /// @param operations the names of the plan's operations
  Optional<String> sharingProblem(String text, List<String> operations);

  /// Makes the workload, and what it needs in the database.
  ///
  /// @throws DriverException if the database refuses that
  Workload open(Setup setup) throws DriverException;

  /// What a workload is made from.
  ///
  /// @param text of the property, which has no [#problem]
  /// @param version of the property `stress-data`; empty for the default
  /// @param operations the names of the plan's operations
  /// @param consistency of operations that have no other
  /// @param seed of random choices
  /// @param sharing the part of the operations that this generator sends, and how all are run
  ///   together
  /// @param progress receives messages about steps that take long
  record Setup(
      String text,
      String version,
      List<String> operations,
      Consistency consistency,
      long seed,
      Sharing sharing,
      Database database,
      Consumer<String> progress) {

    /// The part of the operations that this generator sends.
    public Share share() {
      return sharing.share();
    }
  }
}
