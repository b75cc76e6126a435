package dev.takt.driver.grpc;

import dev.takt.load.driver.Outcome;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/// Which statuses are successes.
final class Expectation {

  private static final Outcome NO_MESSAGE = Outcome.failed("OK without a message");

  private final Set<StatusCode> expected;
  private final Map<StatusCode, Outcome> outcomes = new EnumMap<>(StatusCode.class);

  private Expectation(Set<StatusCode> expected) {
    this.expected = expected;
    for (StatusCode each : StatusCode.values()) {
      outcomes.put(each, expected.contains(each) ? Outcome.OK : Outcome.failed(each.name()));
    }
  }

  /// @param text names of statuses with commas between them
  /// @throws IllegalArgumentException if one is not known
  static Expectation parse(String text) {
    Set<StatusCode> expected = EnumSet.noneOf(StatusCode.class);
    for (String each : text.split(",", -1)) {
      expected.add(StatusCode.of(each.strip()));
    }
    return new Expectation(expected);
  }

  /// The outcome of a call.
  ///
  /// @param hasMessage whether exactly one message came, which OK must have
  Outcome outcome(StatusCode status, boolean hasMessage) {
    if (status == StatusCode.OK && !hasMessage && expected.contains(StatusCode.OK)) {
      return NO_MESSAGE;
    }
    return Objects.requireNonNull(outcomes.get(status));
  }

  /// A status that is a success.
  StatusCode example() {
    return expected.iterator().next();
  }

  @Override
  public String toString() {
    return expected.stream().map(StatusCode::name).collect(Collectors.joining(","));
  }
}
