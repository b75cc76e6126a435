package dev.takt.load.plan;

import java.io.Serial;

/// A rule of `--fail-if` that is not understood. Its message has the rule with a mark under the
/// place.
public final class RuleException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  RuleException(String rule, int place, String message) {
    super(message + "\n    " + rule + "\n    " + " ".repeat(place) + "^");
  }
}
