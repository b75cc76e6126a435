package dev.takt.driver.http;

import java.util.BitSet;
import java.util.regex.Pattern;

/// The set of statuses that count as success.
final class ExpectedStatus {

  private static final Pattern ITEM = Pattern.compile("[1-9](\\d\\d|xx)");

  private final BitSet statuses = new BitSet(1000);

  private ExpectedStatus() {}

  /// Parses a list such as `200`, `2xx` or `200,404`.
  ///
  /// @throws IllegalArgumentException with what was expected and found
  static ExpectedStatus parse(String text) {
    ExpectedStatus expected = new ExpectedStatus();
    for (String item : text.split(",", -1)) {
      String status = item.strip();
      if (!ITEM.matcher(status).matches()) {
        throw new IllegalArgumentException(
            "expected statuses such as 200, 2xx or 200,404, found \"" + text + "\"");
      }
      int first = Integer.parseInt(status.replace("xx", "00"));
      expected.statuses.set(first, status.endsWith("xx") ? first + 100 : first + 1);
    }
    return expected;
  }

  boolean contains(int status) {
    return statuses.get(status);
  }

  /// One of them, for a sample response; preferably one that allows a body.
  int example() {
    return statuses.get(200) ? 200 : statuses.nextSetBit(0);
  }
}
