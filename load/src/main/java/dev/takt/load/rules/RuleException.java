package dev.takt.load.rules;

import java.io.Serial;

/// A syntax error in a `--fail-if` rule. The message contains the rule with a mark under the
/// position.
public final class RuleException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  RuleException(String rule, int place, String message) {
    super(message + "\n    " + rule + "\n    " + " ".repeat(place) + "^");
  }
}
