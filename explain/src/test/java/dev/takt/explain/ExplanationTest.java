package dev.takt.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.Explanation.AnalysedOperations;
import dev.takt.explain.Explanation.CauseRow;
import dev.takt.explain.Explanation.CauseStalls;
import dev.takt.explain.Explanation.Certainty;
import dev.takt.explain.Explanation.Excess;
import dev.takt.explain.Explanation.Percentiles;
import dev.takt.explain.Explanation.Unexplained;
import dev.takt.explain.attribution.classify.Cause;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.StallKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExplanationTest {

  private static CauseRow row(Side side, long atP99) {
    return new CauseRow(
        new Cause(side, StallKind.GC_PAUSE, null),
        new CauseStalls(1, 1),
        1,
        new Excess(atP99, atP99, 0),
        0,
        0,
        Certainty.EXACT,
        null);
  }

  /// An explanation with 1,000 ns of excess, of which two causes in the generator took some.
  private static Explanation explanation(long one, long other) {
    return new Explanation(
        new AnalysedOperations(true, 1, 100, 1),
        new Excess(2_000, 1_000, 1_000),
        new Percentiles(10, 10),
        null,
        List.of(row(Side.GENERATOR, one), row(Side.GENERATOR, other), row(Side.TARGET, 900)),
        new Unexplained(0, new Excess(0, 0, 0), 0),
        List.of(),
        List.of());
  }

  @Test
  void generatorShareAboveFivePercentIsReported() {
    assertThat(explanation(30, 20).generatorShare()).isEqualTo(0.05);
    assertThat(explanation(30, 20).isGeneratorShareHigh()).isFalse();
    assertThat(explanation(31, 20).isGeneratorShareHigh()).isTrue();
  }
}
