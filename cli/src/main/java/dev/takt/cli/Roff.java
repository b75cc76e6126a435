package dev.takt.cli;

import picocli.CommandLine.Help.Ansi;

/// A manual page in the form of man(7). Texts are those of picocli, with its markup.
final class Roff {

  private final StringBuilder page = new StringBuilder();

  /// @param name such as `takt-run`
  Roff(String name, String version) {
    line(".TH \"" + escape(name) + "\" 1 \"\" \"Takt " + escape(version) + "\"");
  }

  Roff section(String title) {
    return line(".SH \"" + escape(title) + "\"");
  }

  Roff text(String text) {
    return line(escape(text));
  }

  Roff bold(String text) {
    return line("\\fB" + escape(text) + "\\fR");
  }

  /// An item of a list.
  ///
  /// @param label after the name; may be empty
  Roff item(String name, String label, String... description) {
    String value = label.isEmpty() ? "" : " \\fI" + escape(label) + "\\fR";
    line(".TP").line("\\fB" + escape(name) + "\\fR" + value);
    return line(escape(String.join(" ", description)));
  }

  /// Paragraphs. Indented lines stay as they are.
  Roff paragraphs(String... lines) {
    for (String each : lines) {
      if (each.startsWith(" ")) {
        line(".nf").line(escape(each)).line(".fi");
      } else if (each.isBlank()) {
        line(".PP");
      } else {
        line(".PP").line(escape(each));
      }
    }
    return this;
  }

  /// The page.
  String page() {
    return page.toString();
  }

  private Roff line(String line) {
    page.append(line).append('\n');
    return this;
  }

  private static String escape(String text) {
    String plain = Ansi.OFF.string(text.replace("%%", "%"));
    String escaped = plain.replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
    return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
  }
}
