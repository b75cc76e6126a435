package dev.takt.load.config.source;

import dev.takt.load.schedule.Rate;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads the value of a key, or its default. A value that cannot be parsed is a problem, and is
/// replaced by a valid one, so that the rest is checked too.
public final class KeyReader {

  private final Settings settings;
  private final Problems problems;
  private final Values values;

  /// @param problems to which problems are added
  public KeyReader(Settings settings, Problems problems) {
    this.settings = settings;
    this.problems = problems;
    this.values = new Values(problems);
  }

  /// Converts nodes below the value of a key.
  public Values values() {
    return values;
  }

  /// Whether the plan sets the key.
  public boolean has(PlanKey key) {
    return settings.has(key);
  }

  /// Whether the plan sets neither a target nor a command that starts one.
  public boolean isDemo() {
    return !has(PlanKey.TARGET) && !has(PlanKey.SPAWN);
  }

  /// Reports a problem with the value of a key.
  public void problem(PlanKey key, String message) {
    problems.add(node(key).at(), key.key(), message);
  }

  /// Reports a problem with the presence of a key. Does nothing if the plan does not set the key.
  public void refuse(PlanKey key, String reason) {
    Setting setting = settings.get(key);
    if (setting != null) {
      problems.add(setting.at(), setting.key(), reason);
    }
  }

  /// The value as written; the default if the plan does not set the key.
  public Node node(PlanKey key) {
    Setting setting = settings.get(key);
    return setting != null
        ? setting.value()
        : new Node.Scalar(key.defaultText(), Origin.flag("defaults"));
  }

  /// A text.
  public String text(PlanKey key) {
    String text = values.text(key.key(), node(key));
    return text != null ? text : key.defaultText();
  }

  /// A text; null if the plan does not set it.
  public @Nullable String textOrNull(PlanKey key) {
    return has(key) ? values.text(key.key(), node(key)) : null;
  }

  /// A value with a form of its own; null if the plan does not set it.
  ///
  /// @param parser throws a [dev.takt.load.schedule.ScheduleException] for any other text
  public <T> @Nullable T parsedOrNull(PlanKey key, Function<String, T> parser) {
    return has(key) ? values.parsed(key.key(), node(key), "text", parser) : null;
  }

  /// A list of texts, or one text as a list of one; empty if the plan does not set it.
  public List<String> texts(PlanKey key) {
    List<String> texts = has(key) ? values.texts(key.key(), node(key)) : null;
    return texts == null ? List.of() : texts;
  }

  /// One of the choices of the key's form.
  public String choice(PlanKey key) {
    String text = values.choice(key.key(), node(key), key.form().choices());
    return text != null ? text : key.defaultText();
  }

  /// A whole number in a range.
  public long whole(PlanKey key, long least, long most) {
    Long value = values.integer(key.key(), node(key), least, most);
    return value != null ? value : least;
  }

  /// A whole number in a range; null if the plan does not set it.
  public @Nullable Long wholeOrNull(PlanKey key, long least, long most) {
    return has(key) ? whole(key, least, most) : null;
  }

  /// A time.
  public Duration time(PlanKey key) {
    Duration value = values.time(key.key(), node(key));
    return value != null ? value : Duration.ZERO;
  }

  /// A time; zero for `off`.
  public Duration timeOrOff(PlanKey key) {
    Duration value = values.timeOrOff(key.key(), node(key));
    return value != null ? value : Duration.ZERO;
  }

  /// A time of more than 0.
  public Duration positive(PlanKey key) {
    Duration value = values.time(key.key(), node(key));
    if (value != null && value.isZero()) {
      problem(key, "expected a time of more than 0, found 0");
    }
    return value != null && !value.isZero() ? value : Duration.ofDays(1);
  }

  /// A rate; null if it cannot be parsed.
  public @Nullable Rate rate(PlanKey key) {
    return values.rate(key.key(), node(key));
  }
}
