package dev.takt.cli.usage;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.UsageMessageSpec;

/// Fits examples and footers of help, which are written for 100 columns, into fewer.
public final class HelpLayout {

  /// A command, blanks, and what it does.
  private static final Pattern EXPLAINED = Pattern.compile("( *\\S.*?) {2,}(\\S.*)");

  private static final String INDENT = "      ";
  private static final String CONTINUED = " \\";

  private HelpLayout() {}

  /// Changes lines that are too long; the parser's own layout would break them anywhere.
  public static void fit(UsageMessageSpec usage, int width) {
    List<String> description = new ArrayList<>();
    for (String each : usage.description()) {
      addExample(each, width, description);
    }
    usage.description(description.toArray(String[]::new));
    usage.footer(paragraphs(usage.footer()).toArray(String[]::new));
  }

  private static void addExample(String line, int width, List<String> lines) {
    Matcher explained = EXPLAINED.matcher(line);
    if (line.length() <= width) {
      lines.add(line);
    } else if (explained.matches()) {
      addExample(explained.group(1), width, lines);
      lines.add(INDENT + explained.group(2));
    } else {
      int space = line.lastIndexOf(" -", width - CONTINUED.length());
      if (space <= INDENT.length()) {
        lines.add(line);
      } else {
        lines.add(line.substring(0, space) + CONTINUED);
        addExample(INDENT + line.substring(space + 1), width, lines);
      }
    }
  }

  /// Lines that follow each other are one line, which is broken where it is shown. One that is
  /// indented stays.
  private static List<String> paragraphs(String[] lines) {
    List<String> result = new ArrayList<>();
    boolean isOpen = false;
    for (String each : lines) {
      boolean isText = !each.isBlank() && !each.startsWith(" ") && !each.startsWith("@|");
      if (isText && isOpen && !each.startsWith("Exit codes")) {
        result.set(result.size() - 1, result.getLast() + " " + each);
      } else {
        result.add(each);
      }
      isOpen = isText;
    }
    return result;
  }
}
