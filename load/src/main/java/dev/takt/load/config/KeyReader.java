package dev.takt.load.config;

import dev.takt.load.config.source.Node;
import dev.takt.load.config.source.Origin;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.source.Problems;
import dev.takt.load.config.source.Setting;
import dev.takt.load.config.source.Settings;
import dev.takt.load.config.source.Values;
import dev.takt.load.schedule.Rate;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Reads the value of a key, or its default. A value that cannot be parsed is a problem, and is
/// replaced by a valid one, so that the rest is checked too.
final class KeyReader {

  private final Settings settings;
  private final Problems problems;
  private final Values values;

  KeyReader(Settings settings, Problems problems) {
    this.settings = settings;
    this.problems = problems;
    this.values = new Values(problems);
  }

  boolean has(PlanKey key) {
    return settings.has(key);
  }

  /// Whether the plan sets neither a target nor a command that starts one.
  boolean isDemo() {
    return !has(PlanKey.TARGET) && !has(PlanKey.SPAWN);
  }

  void problem(PlanKey key, String message) {
    problems.add(node(key).at(), key.key(), message);
  }

  Node node(PlanKey key) {
    Setting setting = settings.get(key);
    return setting != null
        ? setting.value()
        : new Node.Scalar(key.defaultText(), Origin.flag("defaults"));
  }

  String text(PlanKey key) {
    String text = values.text(key.key(), node(key));
    return text != null ? text : key.defaultText();
  }

  @Nullable String textOrNull(PlanKey key) {
    return has(key) ? text(key) : null;
  }

  String choice(PlanKey key) {
    String text = values.choice(key.key(), node(key), key.form().choices());
    return text != null ? text : key.defaultText();
  }

  long whole(PlanKey key, long least, long most) {
    Long value = values.integer(key.key(), node(key), least, most);
    return value != null ? value : least;
  }

  @Nullable Long wholeOrNull(PlanKey key, long least, long most) {
    return has(key) ? whole(key, least, most) : null;
  }

  Duration time(PlanKey key) {
    Duration value = values.time(key.key(), node(key));
    return value != null ? value : Duration.ZERO;
  }

  Duration timeOrOff(PlanKey key) {
    Duration value = values.timeOrOff(key.key(), node(key));
    return value != null ? value : Duration.ZERO;
  }

  Duration positive(PlanKey key) {
    Duration value = values.time(key.key(), node(key));
    if (value != null && value.isZero()) {
      problem(key, "expected a time of more than 0, found 0");
    }
    return value != null && !value.isZero() ? value : Duration.ofDays(1);
  }

  @Nullable Rate rate(PlanKey key) {
    return values.rate(key.key(), node(key));
  }
}
