package dev.takt.load.engine.once;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// How an [OnceRun] ended.
///
/// @param count how many steps or operations were sent
/// @param failures of those, in their order
/// @param aborted what ended the journey early: a condition of the plan, or the failure of a class
///   of it; null for nothing
/// @param interrupted whether it was stopped
public record OnceResult(
    int count, List<Failure> failures, @Nullable String aborted, boolean interrupted) {

  /// A failed step or operation.
  ///
  /// @param position among all that were sent, from 1
  /// @param name of the step in its journey, or of the operation
  /// @param reason the label of the failure
  public record Failure(int position, String name, String reason) {}

  /// Copies the list, so that the record is immutable.
  public OnceResult {
    failures = List.copyOf(failures);
  }

  /// Whether everything was as the plan expects.
  public boolean isComplete() {
    return failures.isEmpty() && aborted == null && !interrupted;
  }
}
