package dev.takt.cli.render.ci;

import dev.takt.cli.spi.CliContext;
import dev.takt.report.text.TagText;
import java.util.ArrayList;
import java.util.List;

/// Workflow commands of GitHub Actions that mark what did not pass: an error for a broken rule or a
/// failed run, a warning for what a run does not decide.
public final class GithubAnnotations {

  /// GitHub keeps at most 10 errors and 10 warnings of a step.
  private static final int MAX_ANNOTATIONS = 10;

  private final List<String> errors = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  /// Adds the checks of one result.
  ///
  /// @param headline the result in words
  public void add(List<Check> checks, String headline) {
    for (Check each : checks) {
      switch (each.state()) {
        case PASSED -> {}
        case FAILED, ERROR -> errors.add(line("error", each, headline));
        case SKIPPED -> warnings.add(line("warning", each, headline));
      }
    }
  }

  /// Prints the commands on standard error, if GitHub Actions reads it.
  public void print(CliContext context) {
    if ("true".equals(context.environment().get("GITHUB_ACTIONS"))) {
      context.out().flush();
      lines().forEach(context.err()::println);
    }
  }

  /// The commands, a line each.
  List<String> lines() {
    List<String> lines = new ArrayList<>(bounded("error", errors));
    lines.addAll(bounded("warning", warnings));
    return lines;
  }

  private static List<String> bounded(String command, List<String> lines) {
    if (lines.size() <= MAX_ANNOTATIONS) {
      return lines;
    }
    List<String> first = new ArrayList<>(lines.subList(0, MAX_ANNOTATIONS - 1));
    int more = lines.size() - first.size();
    first.add(line(command, "takt", more + " more checks did not pass: see the log"));
    return first;
  }

  private static String line(String command, Check check, String headline) {
    String more = check.message().equals(headline) ? "" : "\n" + headline;
    return line(command, "takt " + check.name(), check.message() + more);
  }

  private static String line(String command, String title, String message) {
    String property = data(title).replace(":", "%3A").replace(",", "%2C");
    return "::" + command + " title=" + property + "::" + data(message);
  }

  private static String data(String text) {
    return TagText.escape(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"));
  }
}
