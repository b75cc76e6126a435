package dev.takt.cassandra.stress.drive;

import dev.takt.cassandra.stress.data.PartitionPicker;
import dev.takt.driver.cql.workload.Workload.Sample;
import java.util.List;
import java.util.SplittableRandom;

/// An operation of `user`: what is the same each time. Immutable.
sealed interface UserOperation permits UserInsert, UserQuery, UserValidation, UserTokenRanges {

  /// The same for warming up.
  default UserOperation forRehearsal() {
    return this;
  }

  /// What it executes, in order.
  List<String> statements();

  /// Makes what carries it out, one at a time.
  ///
  /// @param picker of the partitions; may be shared with other operations of the thread
  /// @param retries after a failure
  /// @param seeds of random choices
  StressRequest newRequest(PartitionPicker picker, int retries, SplittableRandom seeds);

  /// Sets what is to be called once it has nothing left to do.
  default void whenDone(Runnable end) {}

  /// A plausible answer to one of the statements.
  Sample sample(int step);

  /// Whether it is all the same if it is executed once or twice.
  boolean isRepeatable();
}
