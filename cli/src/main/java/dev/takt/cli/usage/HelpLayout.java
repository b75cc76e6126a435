package dev.takt.cli.usage;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.UsageMessageSpec;

/// Fits the texts of help, which are written for 100 columns, to fewer columns: paragraphs are
/// wrapped, and long examples continue in further lines.
public final class HelpLayout {

  /// A command, spaces, and its explanation.
  private static final Pattern EXPLAINED = Pattern.compile("( *\\S.*?) {2,}(\\S.*)");

  private static final String INDENT = "      ";
  private static final String CONTINUED = " \\";

  private HelpLayout() {}

  /// Wraps lines that are too long. picocli's own layout would break them anywhere.
  public static void fit(UsageMessageSpec usage, int width) {
    List<String> description = new ArrayList<>();
    for (String each : paragraphs(usage.description())) {
      if (each.startsWith(" ")) {
        addExample(each, width, description);
      } else {
        description.add(each);
      }
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
      while (isQuoted(line, space)) {
        space = line.lastIndexOf(" -", space - 1);
      }
      if (space <= INDENT.length()) {
        lines.add(line);
      } else {
        lines.add(line.substring(0, space) + CONTINUED);
        addExample(INDENT + line.substring(space + 1), width, lines);
      }
    }
  }

  /// Whether a shell takes the backslash literally at this index of the line.
  private static boolean isQuoted(String line, int index) {
    return line.chars().limit(Math.max(0, index)).filter(each -> each == '\'').count() % 2 == 1;
  }

  /// Consecutive lines form one paragraph, which is wrapped when it is shown. Indented lines stay
  /// as they are.
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
