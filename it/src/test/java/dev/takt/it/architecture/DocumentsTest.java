package dev.takt.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// All documents can be read on a screen and in a diff: no line over 120 columns, no paragraph over
/// six lines, no table cell over 25 words. Their links lead somewhere, and they name no registry's
/// host.
class DocumentsTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /// Not documents of this repository, or lab notes, which keep the form that they were written in.
  private static final Set<Path> SKIPPED =
      Set.of(
          Path.of("bench", "results"), Path.of(".git"), Path.of("report", "web", "node_modules"));

  @Test
  void documentsAreShortLinkedAndSelfContained() throws IOException {
    List<String> problems = new ArrayList<>();
    for (Path document : documents()) {
      for (String problem : MarkdownRules.check(document)) {
        problems.add(ROOT.relativize(document) + ":" + problem);
      }
    }
    assertThat(problems).isEmpty();
  }

  @Test
  void readmeIsAtMost150Lines() throws IOException {
    assertThat(Files.readAllLines(ROOT.resolve("README.md"))).hasSizeLessThanOrEqualTo(150);
  }

  @Test
  void eachRuleFindsItsFault(@TempDir Path folder) throws IOException {
    Path document = folder.resolve("a.md");
    Files.writeString(folder.resolve("b.md"), "# One\n\n## `two.hdr` & more\n\n## One\n");
    String host = "repo1" + ".example.org";
    Files.writeString(
        document,
        String.join(
            "\n",
            "x".repeat(121),
            "",
            "1",
            "2",
            "3",
            "4",
            "5",
            "6",
            "7",
            "",
            "| a | " + "w ".repeat(26) + "|",
            "[no](c.md) [no](b.md#three) [yes](b.md#twohdr--more) [yes](b.md#one-1) [yes](https://x)",
            "`[code](c.md)` " + host,
            "",
            "    " + "x".repeat(121),
            "",
            "```",
            "x".repeat(121),
            "```",
            "- 1",
            "  2",
            "  3",
            "  4",
            "- 5",
            "  6",
            "  7",
            "  8"));
    assertThat(MarkdownRules.check(document))
        .containsExactly(
            "1: has 121 columns, more than 120",
            "9: the paragraph has more than 6 lines",
            "11: a cell has 26 words, more than 25",
            "12: there is no c.md",
            "12: there is no heading for b.md#three",
            "13: names the host of a registry");
  }

  private static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return folder.endsWith("target") || SKIPPED.contains(ROOT.relativize(folder))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".md")) {
              documents.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    assertThat(documents).hasSizeGreaterThan(10);
    documents.sort(null);
    return documents;
  }
}
