package dev.takt.load.replay;

import dev.takt.load.schedule.ScheduleException;
import java.util.regex.Pattern;

/// Statuses of answers, such as `200`, `2xx` or `200,404,5xx`.
public record StatusSet(String text) {

  private static final Pattern FORM = Pattern.compile("[1-9](xx|\\d\\d)(,[1-9](xx|\\d\\d))*");

  /// @throws ScheduleException if the text is something else
  public StatusSet {
    text = text.replace(" ", "");
    if (!FORM.matcher(text).matches()) {
      throw new ScheduleException(
          "expected statuses such as 200, 2xx or 200,404; found \"" + text + "\"");
    }
  }

  boolean has(int status) {
    for (int at = 0; at < text.length(); at += 4) {
      boolean isClass = text.charAt(at + 1) == 'x';
      if (isClass
          ? status / 100 == text.charAt(at) - '0'
          : status == Integer.parseInt(text, at, at + 3, 10)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return text;
  }
}
