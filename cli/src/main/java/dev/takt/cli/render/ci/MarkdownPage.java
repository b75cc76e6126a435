package dev.takt.cli.render.ci;

import dev.takt.report.text.TagText;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Markdown in GitHub's flavour, which GitLab and others read too.
final class MarkdownPage {

  private final StringBuilder out = new StringBuilder();

  /// Adds a paragraph of Markdown, unless it is blank.
  void paragraph(String markdown) {
    if (!markdown.isBlank()) {
      out.append(markdown).append("\n\n");
    }
  }

  /// Adds a table of plain text.
  ///
  /// @param others the alignment of all columns but the first, such as `---:`
  /// @param rows may be shorter than the head
  void table(List<String> head, String others, List<List<String>> rows) {
    row(head);
    List<String> alignment = Collections.nCopies(head.size() - 1, others);
    out.append("| :--- | ").append(String.join(" | ", alignment)).append(" |\n");
    for (List<String> each : rows) {
      List<String> missing = Collections.nCopies(head.size() - each.size(), "");
      row(Stream.concat(each.stream(), missing.stream()).toList());
    }
    out.append('\n');
  }

  private void row(List<String> cells) {
    out.append(
        cells.stream().map(MarkdownPage::text).collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  /// Text as Markdown that has no markup in it, also in a table.
  static String text(String text) {
    StringBuilder escaped = new StringBuilder();
    for (char c : TagText.escape(text).strip().toCharArray()) {
      switch (c) {
        case '|', '\\', '<', '&', '`', '$', '@' -> escaped.append("&#").append((int) c).append(';');
        case '*', '_', '[', ']', '~', '#' -> escaped.append('\\').append(c);
        default -> escaped.append(c);
      }
    }
    return escaped.toString();
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
