package dev.takt.it.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Checks the form of one Markdown document: short lines, paragraphs and table cells, and links
/// that lead somewhere. Code blocks are exempt, except from the rule about hosts.
public final class MarkdownRules {

  private static final int MAX_COLUMNS = 120;
  private static final int MAX_PARAGRAPH_LINES = 6;
  private static final int MAX_CELL_WORDS = 25;

  private static final Pattern FENCE = Pattern.compile("\\s*(```|~~~).*");
  private static final Pattern INDENTED = Pattern.compile("( {4}|\t).*");
  private static final Pattern HEADING = Pattern.compile("#{1,6} +(.+?)( +#+)?");
  private static final Pattern LIST_ITEM = Pattern.compile("\\s*([-*+]|\\d+[.)]) +.*");
  private static final Pattern CODE_SPAN = Pattern.compile("(`+)(?!`).*?(?<!`)\\1(?!`)");
  private static final Pattern LINK =
      Pattern.compile("\\]\\(<?([^()\\s>]*(?:\\([^()]*\\))?[^()\\s>]*)>?\\)");
  private static final Pattern LINK_DEFINITION = Pattern.compile("\\[[^\\]]+\\]: *(\\S+).*");
  private static final Pattern ABSOLUTE = Pattern.compile("[a-z][a-z0-9+.-]+:.*");

  /// A host whose first label is what those of package registries and their mirrors are called.
  private static final Pattern REGISTRY_HOST =
      Pattern.compile(
          "(?i)\\b(repo\\d*|registry|mirrors?|packages?|index|proxy|artifactory|nexus|central)"
              + "(\\.[a-z0-9-]+)*\\.(org|com|io|net|dev)\\b");

  private final Path file;
  private final List<String> problems = new ArrayList<>();
  private int paragraphLines;

  private MarkdownRules(Path file) {
    this.file = file;
  }

  /// What is wrong with a document: `line: problem`, in the order of the lines.
  public static List<String> check(Path file) throws IOException {
    MarkdownRules rules = new MarkdownRules(file);
    rules.check(Files.readAllLines(file, StandardCharsets.UTF_8));
    return rules.problems;
  }

  private void check(List<String> lines) {
    boolean[] code = codeLines(lines);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (REGISTRY_HOST.matcher(line).find()) {
        report(i, "names the host of a registry");
      }
      if (code[i] || line.isBlank()) {
        paragraphLines = 0;
      } else if (line.startsWith("|")) {
        paragraphLines = 0;
        checkCells(i, line);
        checkLinks(i, line);
      } else {
        checkText(i, line);
        checkLinks(i, line);
      }
    }
  }

  private void checkText(int i, String line) {
    int columns = line.codePointCount(0, line.length());
    if (columns > MAX_COLUMNS) {
      report(i, "has " + columns + " columns, more than " + MAX_COLUMNS);
    }
    boolean isHeading = HEADING.matcher(line).matches();
    paragraphLines = isHeading ? 0 : LIST_ITEM.matcher(line).matches() ? 1 : paragraphLines + 1;
    if (paragraphLines == MAX_PARAGRAPH_LINES + 1) {
      report(i, "the paragraph has more than " + MAX_PARAGRAPH_LINES + " lines");
    }
  }

  private void checkCells(int i, String line) {
    String plain =
        CODE_SPAN
            .matcher(line)
            .replaceAll(span -> Matcher.quoteReplacement(span.group().replace('|', ' ')));
    for (String cell : plain.split("(?<!\\\\)\\|", -1)) {
      int words = cell.isBlank() ? 0 : cell.strip().split("\\s+").length;
      if (words > MAX_CELL_WORDS) {
        report(i, "a cell has " + words + " words, more than " + MAX_CELL_WORDS);
      }
    }
  }

  private void checkLinks(int i, String line) {
    String text = CODE_SPAN.matcher(line).replaceAll("`");
    Matcher definition = LINK_DEFINITION.matcher(text);
    if (definition.matches()) {
      checkLink(i, definition.group(1));
    }
    Matcher link = LINK.matcher(text);
    while (link.find()) {
      checkLink(i, link.group(1));
    }
  }

  private void checkLink(int i, String link) {
    if (ABSOLUTE.matcher(link).matches()) {
      return;
    }
    int hash = link.indexOf('#');
    String path =
        URLDecoder.decode(hash < 0 ? link : link.substring(0, hash), StandardCharsets.UTF_8);
    Path target = path.isEmpty() ? file : file.resolveSibling(path).normalize();
    if (!Files.exists(target)) {
      report(i, "there is no " + link);
    } else if (hash >= 0 && !anchors(target).contains(link.substring(hash + 1))) {
      report(i, "there is no heading for " + link);
    }
  }

  private void report(int i, String problem) {
    problems.add((i + 1) + ": " + problem);
  }

  /// Which lines are code: those in fences, and those indented by four after a blank line.
  private static boolean[] codeLines(List<String> lines) {
    boolean[] code = new boolean[lines.size()];
    boolean isFenced = false;
    boolean canIndent = true;
    for (int i = 0; i < code.length; i++) {
      String line = lines.get(i);
      boolean isFence = FENCE.matcher(line).matches();
      code[i] = isFenced || isFence || (canIndent && INDENTED.matcher(line).matches());
      isFenced ^= isFence;
      canIndent = code[i] || line.isBlank();
    }
    return code;
  }

  /// The anchors of a document's headings, as GitHub makes them.
  private static Set<String> anchors(Path document) {
    List<String> lines;
    try {
      lines = Files.readAllLines(document, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    boolean[] code = codeLines(lines);
    Set<String> anchors = new HashSet<>();
    Map<String, Integer> seen = new HashMap<>();
    for (int i = 0; i < code.length; i++) {
      Matcher heading = HEADING.matcher(lines.get(i));
      if (!code[i] && heading.matches()) {
        String anchor = anchor(heading.group(1));
        int before = seen.merge(anchor, 1, Integer::sum) - 1;
        anchors.add(before == 0 ? anchor : anchor + "-" + before);
      }
    }
    return anchors;
  }

  private static String anchor(String heading) {
    return heading
        .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N} _-]", "")
        .replace(' ', '-');
  }
}
