package dev.takt.load.driver;

import dev.takt.load.keyvalue.KeyValues;
import dev.takt.load.replay.ReplayRequests;
import dev.takt.load.share.Sharing;
import dev.takt.load.workload.Generators;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The operations of a plan, and what their values are generated from.
///
/// @param operations in the order of the plan: an operation's index is its position here
/// @param generators of the values in templates, see [dev.takt.load.workload.Template]
/// @param keyValues what makes the operations of a key-value workload, or null if the plan has none
/// @param seed of all generated values
/// @param sharing the part of the operations that this generator sends, and how all are run
///   together
/// @param replay the requests of a log, by the operation's number; null if the plan replays none
public record WorkloadSpec(
    List<OperationSpec> operations,
    Generators generators,
    @Nullable KeyValues keyValues,
    long seed,
    Sharing sharing,
    @Nullable ReplayRequests replay) {

  /// That of a generator that sends all operations.
  public WorkloadSpec(
      List<OperationSpec> operations,
      Generators generators,
      @Nullable KeyValues keyValues,
      long seed) {
    this(operations, generators, keyValues, seed, Sharing.NONE, null);
  }
}
