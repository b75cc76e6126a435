package dev.takt.fleet.agent;

import dev.takt.load.config.source.Node;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.config.source.YamlTree;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// What an agent lets a plan do on its machine. A plan comes over the network: without `--allow` it
/// may only send requests over it.
public final class PlanPolicy {

  private static final List<String> TARGETS =
      List.of("http:", "https:", "redis:", "rediss:", "cql:", "cqls:", "grpc:", "grpcs:", "sim:");

  /// Keys that start programs, load classes, open ports, attach to processes, or name files. Those
  /// of targets that are refused as a whole are not among them.
  private static final Set<String> REFUSED =
      Set.of(
          "spawn",
          "watch",
          "watch-pid",
          "profile",
          "profiler",
          "prometheus",
          "otlp",
          "out",
          "workload-class",
          "classpath",
          "driver-jar",
          "driver-class",
          "bindings",
          "cert",
          "key",
          "cacert",
          "tls-keystore",
          "tls-truststore",
          "proto",
          "proto-path",
          "protoset",
          "start-at",
          "share",
          "fieldlengthhistogram",
          "users");

  /// A line of cassandra-stress whose command needs no file. Those that other options name, such as
  /// `-log file=`, are the coordinator's: a generator opens none of them.
  private static final Pattern STRESS_WITHOUT_FILES =
      Pattern.compile(
          "(write|insert|read|mixed|counter_?(write|add|read|get))(\\s.*)?",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /// Their keys are names that users choose; those of `steps` are also control words of journeys.
  private static final Set<String> WITH_NAMES =
      Set.of("generators", "journeys", "steps", "extract");

  /// What belongs to such a name is read like a plan of its own.
  private static final String NAMED = "";

  private PlanPolicy() {}

  /// Why a plan is refused; empty if it is not.
  public static Optional<String> refusal(String plan) {
    try {
      Node tree = YamlTree.parse("plan", plan);
      if (!hasTarget(tree)) {
        return Optional.of("the plan has no target");
      }
      return refusal("", tree).map(each -> each + ": an agent allows that with --allow only");
    } catch (PlanException e) {
      return Optional.of("the plan cannot be read: " + e.getMessage());
    }
  }

  private static boolean hasTarget(Node tree) {
    return tree instanceof Node.Mapping map
        && map.entries().stream()
            .anyMatch(each -> each.key().equals("target") && each.value() instanceof Node.Scalar);
  }

  private static Optional<String> refusal(String key, Node value) {
    return switch (value) {
      case Node.Scalar scalar -> refusalOf(key, String.valueOf(scalar.text()));
      case Node.Sequence list ->
          first(list.items().stream().map(each -> refusal(key, each)).toList());
      case Node.Mapping map ->
          first(
              map.entries().stream()
                  .map(each ->
                      WITH_NAMES.contains(key)
                          ? refusal(NAMED, each.value())
                          : isRefused(each.key(), each.value()) || isClass(key, each.key())
                              ? Optional.of(each.key())
                              : refusal(each.key(), each.value()))
                  .toList());
    };
  }

  /// A step of a journey in Java. Elsewhere, such as in a body in JSON, it is any word.
  private static boolean isClass(String parent, String key) {
    return parent.equals(NAMED) && key.equals("class");
  }

  private static boolean isRefused(String key, Node value) {
    boolean isOff = value instanceof Node.Scalar scalar && "off".equals(scalar.text());
    return REFUSED.contains(key) && !isOff;
  }

  private static Optional<String> refusalOf(String key, String text) {
    boolean isRefused =
        switch (key) {
          case "target" ->
              TARGETS.stream().noneMatch(text.strip().toLowerCase(Locale.ROOT)::startsWith)
                  || text.contains(":embedded");
          case "data" -> text.startsWith("@");
          case "body" -> text.startsWith("@") && !text.startsWith("@@");
          case "schedule" -> text.strip().startsWith("trace:");
          case "workload" -> true;
          case "cassandra-stress" -> !STRESS_WITHOUT_FILES.matcher(text.strip()).matches();
          default -> false;
        };
    return isRefused ? Optional.of(key + " " + text) : Optional.empty();
  }

  private static Optional<String> first(List<Optional<String>> found) {
    return found.stream().flatMap(Optional::stream).findFirst();
  }
}
