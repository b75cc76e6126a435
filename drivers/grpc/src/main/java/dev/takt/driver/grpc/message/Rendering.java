package dev.takt.driver.grpc.message;

import dev.takt.load.workload.Template;

/// What generated values depend on: the seed, the number of the operation, and the variables of the
/// user whose step it is. Reused for the next operation.
public final class Rendering {

  final long seed;
  private final Template.Variables variables;
  long n;

  /// Whether the generator warms itself up, without users: variables have no values of their types.
  boolean isWarmup;

  /// @param seed of the run
  public Rendering(long seed, Template.Variables variables) {
    this.seed = seed;
    this.variables = variables;
  }

  /// The values of variables.
  public Template.Variables variables() {
    return variables;
  }

  /// @param number of the next operation
  public void next(long number) {
    n = number;
  }

  /// Whether the generator warms itself up, without users: then nothing depends on what the values
  /// of variables are.
  public void setWarmup(boolean warmup) {
    isWarmup = warmup;
  }
}
