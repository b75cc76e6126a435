package dev.takt.load.journey.step;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// What a [JourneyStep] can read and set of its user.
public interface StepContext {

  /// The value of a variable: of a column of the user's row, such as `user.name`, or what a step
  /// before has extracted or set.
  ///
  /// @throws IllegalArgumentException if no such variable is known at this place of the plan
  String variable(String name);

  /// A part of the last answer, as text: the text of a value, or JSON if it is an object or an
  /// array.
  ///
  /// @param subject one of `reads` in the plan, such as `$.id`, `status` or `header Date`
  /// @return null if the answer does not have it
  /// @throws IllegalArgumentException if the plan does not have it in `reads`
  @Nullable String answer(String subject);

  /// Sets a variable for the steps after this one. Each call has to set all that the plan has in
  /// `sets`.
  ///
  /// @param value at most 8 KiB in UTF-8
  /// @throws IllegalArgumentException if the plan does not have the name in `sets`, or the value is
  ///   too long
  void set(String name, String value);

  /// A source of random numbers: a function of the seed of the run, the user and the place in the
  /// plan, loops included. The same run has the same numbers.
  RandomGenerator random();
}
