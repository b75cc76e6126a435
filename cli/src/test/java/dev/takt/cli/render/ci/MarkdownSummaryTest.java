package dev.takt.cli.render.ci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.Explanation;
import dev.takt.explain.Explanation.AnalysedOperations;
import dev.takt.explain.Explanation.CauseRow;
import dev.takt.explain.Explanation.CauseStalls;
import dev.takt.explain.Explanation.Certainty;
import dev.takt.explain.Explanation.Excess;
import dev.takt.explain.Explanation.Percentiles;
import dev.takt.explain.Explanation.Unexplained;
import dev.takt.explain.attribution.classify.Cause;
import dev.takt.lab.RunVerdict;
import dev.takt.runs.model.AssertionResult;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.StallKind;
import dev.takt.testing.InEachLocale;
import java.util.List;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.text.TextContentRenderer;
import org.junit.jupiter.api.Test;

@InEachLocale
class MarkdownSummaryTest {

  private static final List<TablesExtension> TABLES =
      List.of((TablesExtension) TablesExtension.create());

  @Test
  void headlineRulesLatenciesCausesAndGeneratorInThisOrder() {
    JudgedRun run = CiSamples.explained(RunVerdict.OK, explanation("G1|Evacuation"));

    assertThat(MarkdownSummary.render(List.of(run)))
        .isEqualTo(
            """
            ### ✅ p99 9.90 ms.

            http://127.0.0.1:8080/, 100.5/s of 100.7/s for 20.0 s, after a warm-up of 200 operations

            | response | count | errors | p50 | p90 | p99 | p99.9 | max |
            | :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
            | read | 1,000 | 5 | 5.00 ms | 9.00 ms | 9.90 ms | 9.99 ms | 10.0 ms |
            | update | 1,000 | 5 | 5.00 ms | 9.00 ms | 9.90 ms | 9.99 ms | 10.0 ms |
            | all | 1,000 | 10 | 5.00 ms | 9.00 ms | 9.90 ms | 9.99 ms | 10.0 ms |
            | service | 1,000 |  | 500 µs | 900 µs | 990 µs | 999 µs | 1.00 ms |
            | wait | 1,000 |  | 5.00 ms | 9.00 ms | 9.90 ms | 9.99 ms | 10.0 ms |

            errors: 8 × status 503, 2 × timed out

            |  | slow time | cause | stalls | longest | p99 without | p99.9 |
            | :--- | :--- | :--- | :--- | :--- | :--- | :--- |
            | ███████████████ | 75.0 % | target gc pause: G1&#124;Evacuation | 12 | 38.9 ms | 740 µs | 1.20 ms |
            | █████ | 25.0 % | unexplained |  |  |  |  |

            generator ok: lateness p99 12.3 µs, max 1.20 ms

            ⚠️ 10 operations failed; see errors

            """);
  }

  @Test
  void brokenAndUndecidedRulesAreMarked() {
    JudgedRun run =
        CiSamples.judged(
            RunVerdict.RULE_BROKEN,
            new AssertionResult("p99 > 20ms", "9.90 ms", false),
            new AssertionResult("errors > 0.1%", "0.695 %", true),
            new AssertionResult("max > 5ms", "10.0 ms", true, null, "unknown"));

    assertThat(MarkdownSummary.render(List.of(run)))
        .startsWith("### ❌ p99 9.90 ms.\n")
        .contains(
            """
            |  | check | result |
            | :--- | :--- | :--- |
            | ✅ | fail-if p99 > 20ms | it is 9.90 ms |
            | ❌ | fail-if errors > 0.1% | it is 0.695 % |
            | ⚠️ | fail-if max > 5ms | it is 10.0 ms; undecided: unknown |

            """);
  }

  @Test
  void runThatCouldNotBeginSaysWhy() {
    JudgedRun run = JudgedRun.failed("http://x/", RunVerdict.FAILED, "cannot connect");

    assertThat(MarkdownSummary.render(List.of(run)))
        .isEqualTo("### ❌ cannot connect\n\nhttp://x/\n\n");
  }

  @Test
  void barIsProportionalInEighthsOfACharacter() {
    assertThat(MarkdownSummary.bar(0)).isEmpty();
    assertThat(MarkdownSummary.bar(0.5)).isEqualTo("██████████");
    assertThat(MarkdownSummary.bar(1)).hasSize(20);
    assertThat(MarkdownSummary.bar(1 / 160.0)).isEqualTo("▏");
    assertThat(MarkdownSummary.bar(0.05 + 7 / 160.0)).isEqualTo("█▉");
    assertThat(MarkdownSummary.bar(1.2)).hasSize(20);
  }

  /// A reader sees each name as it is, and nothing of it as markup.
  @Test
  void anyNameIsTextAndStaysInItsCell() {
    String markdown =
        MarkdownSummary.render(List.of(CiSamples.hostile(explanation(CiSamples.HOSTILE))));
    var document = Parser.builder().extensions(TABLES).build().parse(markdown);
    String html = HtmlRenderer.builder().extensions(TABLES).build().render(document);
    String text = TextContentRenderer.builder().extensions(TABLES).build().render(document);

    assertThat(html).doesNotContain("<b>", "<em>", "<strong>", "<a ", "<code>", "<del>");
    assertThat(html.split("<tr>", -1)).hasSize(1 + 2 + 4 + 3);
    String shown =
        CiSamples.HOSTILE
            .replace("\u0000", "\\u0000")
            .replace("\u0007", "\\u0007")
            .replace("\u001b", "\\u001b")
            .replace("\n", "\\u000a");
    assertThat(text.split(java.util.regex.Pattern.quote(shown), -1))
        .as(text)
        .hasSizeGreaterThanOrEqualTo(8);
  }

  private static Explanation explanation(String detail) {
    long milli = 1_000_000;
    CauseRow row =
        new CauseRow(
            new Cause(Side.TARGET, StallKind.GC_PAUSE, detail),
            new CauseStalls(12, 38_900_000),
            10,
            new Excess(75 * milli, 0, 0),
            0,
            0,
            Certainty.EXACT,
            new Percentiles(740_000, 1_200_000));
    return new Explanation(
        new AnalysedOperations(true, 16, 20_000, 400),
        new Excess(100 * milli, 0, 0),
        new Percentiles(9_900_000, 9_990_000),
        null,
        List.of(row),
        new Unexplained(1, new Excess(25 * milli, 0, 0), 0),
        List.of(),
        List.of());
  }
}
