package dev.takt.load.journey.step;

/// A step of a journey that sends nothing, and computes in Java what a plan cannot say, such as a
/// signature. A public class with a public constructor without parameters, named by `class` in a
/// plan and loaded from `--classpath`.
///
/// One instance is created for each place in a plan that names the class. All sending threads call
/// it, at the same time if there are several: keep what belongs to a user in variables.
///
/// It runs on the thread that sends and receives. It must not block, and must not wait: no request
/// is sent and no answer is read until it returns.
@FunctionalInterface
public interface JourneyStep {

  /// Does the step for one user.
  ///
  /// @param context valid until it returns
  /// @throws Exception ends the journey, which has then failed under the names of this class and of
  ///   the exception, and the message
  void run(StepContext context) throws Exception;
}
