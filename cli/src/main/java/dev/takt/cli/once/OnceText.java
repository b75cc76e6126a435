package dev.takt.cli.once;

import dev.takt.cli.spi.render.Prose;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.MaskedTarget;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.engine.once.OnceListener;
import dev.takt.load.engine.once.Traffic;
import dev.takt.load.journey.User;
import dev.takt.load.text.SecretNames;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Prints what a user does as it happens: a line for each step, or each request and answer with
/// what was made of it.
final class OnceText implements OnceListener {

  private static final String REQUEST = "> ";
  private static final String ANSWER = "< ";
  private static final int MAX_VALUE_CHARS = 200;
  private static final int NAME_WIDTH = 24;

  private final PrintStream out;
  private final Driver driver;
  private final boolean traces;
  private final int width;
  private final MessageLines lines;
  private final SecretValues secrets = new SecretValues();
  private String name = "";
  private int count;

  /// How many answers the step or operation has had, of which all but the last were redirects.
  private int answers;

  /// @param traces whether requests and answers are shown
  OnceText(PrintStream out, Driver driver, boolean traces, int width) {
    this.out = out;
    this.driver = driver;
    this.traces = traces;
    this.width = width;
    this.lines = new MessageLines(out, width);
  }

  /// A text without the secrets that are known so far.
  String masked(String text) {
    return secrets.masked(text);
  }

  /// Masks a value of the environment wherever it stands.
  void hide(String value) {
    secrets.learn(value);
  }

  @Override
  public void arrived(User user) {
    lines.remark("user " + (user.number() + 1) + " of journey " + user.journey().name());
  }

  @Override
  public void learned(String variable, byte[] value, boolean isSecret) {
    if (isSecret || SecretNames.isSecret(variable)) {
      secrets.learn(text(value));
    }
  }

  @Override
  public void began(String newName, long nanos) {
    name = newName;
    count++;
    answers = 0;
    if (traces) {
      out.println();
      lines.remark(
          EnglishText.format("%d %s, %s after the start", count, name, Units.time((double) nanos)));
    }
  }

  @Override
  public void requested(Traffic request) {
    if (traces) {
      print(REQUEST, request);
    }
  }

  @Override
  public void answered(Traffic answer, long firstNanos, long nanos) {
    answers++;
    if (traces) {
      print(ANSWER, answer);
      lines.remark(
          EnglishText.format("answered in %s", Units.time((double) nanos))
              + (firstNanos == NOT_KNOWN
                  ? ""
                  : EnglishText.format(
                      ", the first byte after %s", Units.time((double) firstNanos))));
    }
  }

  private void print(String prefix, Traffic traffic) {
    WireDriver.Message message =
        driver instanceof WireDriver wire
            ? wire.show(traffic.bytes())
            : new WireDriver.Message(List.of(), traffic.bytes());
    message.head().forEach(each -> lines.line(prefix, secrets.masked(each)));
    if (message.body().length > 0) {
      if (!message.head().isEmpty()) {
        out.println(prefix.stripTrailing());
      }
      lines.body(prefix, message.body(), traffic.omitted(), secrets);
    }
    out.flush();
  }

  @Override
  public void ended(Outcome outcome, long nanos) {
    String result =
        outcome.isOk() && outcome.status() > 0
            ? "status " + outcome.status()
            : secrets.masked(outcome.label());
    String duration = Units.time((double) nanos);
    if (!traces) {
      String start = EnglishText.format("%3d %-" + NAME_WIDTH + "s %9s  ", count, name, duration);
      out.println(Prose.hanging(start, result, width));
    } else if (!outcome.isOk()) {
      lines.remark("failed: " + result + (answers == 1 ? "" : ", after " + duration));
    } else if (answers != 1) {
      lines.remark(
          answers == 0
              ? result + ", in " + duration
              : EnglishText.format("%d requests in %s", answers, duration));
    }
    out.flush();
  }

  @Override
  public void extracted(String variable, byte[] value, boolean isSecret) {
    if (traces) {
      String text = text(value);
      boolean isMasked = isSecret || SecretNames.isSecret(variable);
      lines.remark(
          variable
              + " = "
              + (isMasked ? MaskedTarget.MASK : '"' + shown(text) + '"')
              + EnglishText.format(
                  " (%,d character%s)", text.length(), text.length() == 1 ? "" : "s"));
    }
  }

  @Override
  public void checked(String check, @Nullable String failure, String found) {
    if (traces) {
      lines.remark(
          "check " + check + (failure == null ? ": yes" : ": no (found " + shown(found) + ")"));
    }
  }

  @Override
  public void decided(String what) {
    if (traces) {
      lines.remark(shown(what));
    }
  }

  @Override
  public void thinks(long nanos) {
    if (traces) {
      lines.remark("thinks " + Units.time((double) nanos));
      out.flush();
    }
  }

  @Override
  public void aborted(String reason) {
    if (traces) {
      lines.remark("ends here");
    }
  }

  private String shown(String text) {
    return Prose.cutEnd(secrets.masked(text), MAX_VALUE_CHARS);
  }

  private static String text(byte[] value) {
    return new String(value, StandardCharsets.UTF_8);
  }
}
