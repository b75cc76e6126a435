package dev.takt.load.config.journey;

import dev.takt.load.config.source.Node;
import dev.takt.load.config.source.Problems;
import dev.takt.load.config.source.Values;
import dev.takt.load.journey.ThinkTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads think times: `2s`, `{uniform: 1s..3s}`, `{lognormal: {median: 2s, p99: 10s}}`.
public record ThinkTimeReader(Problems problems, Values values) {

  private static final String EXPECTED =
      "expected a time such as 2s, {uniform: 1s..3s} or {lognormal: {median: 2s, p99: 10s}}, found ";

  /// A think time.
  ///
  /// @return null if it is none, which has been reported
  public @Nullable ThinkTime read(String key, Node node) {
    if (node instanceof Node.Mapping mapping && mapping.entries().size() == 1) {
      Node.Entry only = mapping.entries().getFirst();
      return switch (only.key()) {
        case "uniform" -> uniform(key + ".uniform", only.value());
        case "lognormal" -> logNormal(key + ".lognormal", only.value());
        default -> {
          problems.add(only.at(), key, EXPECTED + only.key());
          yield null;
        }
      };
    } else if (node instanceof Node.Scalar) {
      Duration time = values.time(key, node);
      return time == null ? null : new ThinkTime.Constant(time.toNanos());
    }
    problems.add(node.at(), key, EXPECTED + node.found());
    return null;
  }

  private @Nullable ThinkTime uniform(String key, Node node) {
    String text = values.text(key, node);
    if (text == null) {
      return null;
    }
    int dots = text.indexOf("..");
    if (dots < 0) {
      problems.add(node.at(), key, "expected two times, such as 1s..3s, found \"" + text + "\"");
      return null;
    }
    Duration low = values.time(key, new Node.Scalar(text.substring(0, dots), node.at()));
    Duration high = values.time(key, new Node.Scalar(text.substring(dots + 2), node.at()));
    if (low == null || high == null) {
      return null;
    } else if (low.compareTo(high) > 0) {
      problems.add(node.at(), key, "is empty: the first time is longer than the second");
      return null;
    }
    return new ThinkTime.Uniform(low.toNanos(), high.toNanos());
  }

  private @Nullable ThinkTime logNormal(String key, Node node) {
    Map<String, Duration> times = new HashMap<>();
    if (node instanceof Node.Mapping mapping) {
      for (Node.Entry each : mapping.entries()) {
        Duration time = values.time(key + "." + each.key(), each.value());
        if (time == null) {
          return null;
        }
        times.put(each.key(), time);
      }
    }
    Duration median = times.get("median");
    Duration p99 = times.get("p99");
    if (median == null || p99 == null || times.size() != 2) {
      problems.add(node.at(), key, "expected {median: 2s, p99: 10s}");
      return null;
    } else if (median.isZero() || p99.compareTo(median) < 0) {
      problems.add(node.at(), key, "expected a median of more than 0, and a p99 of at least that");
      return null;
    }
    return new ThinkTime.LogNormal(median.toNanos(), p99.toNanos());
  }
}
