package dev.takt.load.workload;

import dev.takt.runs.trace.TraceContext;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the placeholders of a run's templates stand for.
///
/// @param named the plan's generators by name; those of [Template#DEFAULT_GENERATORS] may be
///   omitted
/// @param traces the trace contexts of the run, for the generator `traceparent`
/// @param environment variables by name, for placeholders such as `{env.TOKEN}`
public record Generators(
    Map<String, String> named, TraceContext traces, Map<String, String> environment) {

  /// Without named generators, for no certain run.
  public static final Generators NONE = new Generators(Map.of(), new TraceContext(0, 0));

  /// With the environment of this process.
  public Generators(Map<String, String> named, TraceContext traces) {
    this(named, traces, System.getenv());
  }

  /// The beginning of a placeholder for an environment variable.
  static final String ENVIRONMENT = "env.";

  /// The value of the environment variable that a placeholder names, such as `env.TOKEN`; null if
  /// it names none, or one that is not set. A generator of that name has precedence.
  public @Nullable String environmentValue(String placeholder) {
    return isEnvironment(placeholder)
        ? environment.get(placeholder.substring(ENVIRONMENT.length()))
        : null;
  }

  /// Whether a placeholder names an environment variable.
  boolean isEnvironment(String placeholder) {
    return placeholder.startsWith(ENVIRONMENT) && !named.containsKey(placeholder);
  }

  /// Without the values of the environment, which can be secrets.
  @Override
  public String toString() {
    return "Generators[named=" + named + "]";
  }
}
