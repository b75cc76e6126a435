package dev.takt.load.journey;

import org.jspecify.annotations.Nullable;

/// Sees what a user does between an answer and the next step, in its order. For people who write a
/// plan; a run under load has none.
public interface UserObserver {

  /// A value was taken from an answer.
  ///
  /// @param isSecret whether it was one where it was found, such as a cookie
  void extracted(String variable, byte[] value, boolean isSecret);

  /// A check was made.
  ///
  /// @param check as the plan has it
  /// @param found what the answer has there, for people
  void checked(String check, @Nullable String failure, String found);

  /// What is next was decided, such as `if status == 200: yes (status is 200)`.
  void decided(String what);

  /// The user thinks before the next step.
  void thinks(long nanos);

  /// The journey ended early.
  ///
  /// @param reason a condition as the plan has it, or the failure of a class
  void aborted(String reason);
}
