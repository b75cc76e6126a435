package dev.takt.cli.render.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.comparison.Cost;
import dev.takt.explain.comparison.Figure;
import dev.takt.explain.comparison.Row;
import dev.takt.explain.comparison.Verdict;
import dev.takt.runs.model.Side;
import dev.takt.testing.InEachLocale;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@InEachLocale
class CompareTableTest {

  private static Row row(double percent, Verdict verdict) {
    return new Row(
        "read", new Figure.Percentile(percent), 1, 1, null, Double.NaN, verdict, "stalled");
  }

  private static Cost cost(Cost.Unit unit, @Nullable String event) {
    return new Cost(Side.TARGET, unit, event, 1, 2);
  }

  @Test
  void twoKindsOfCpuTimeAreToldApart() {
    assertThat(CompareCauses.name(cost(Cost.Unit.CPU_NANOS, null)))
        .isEqualTo("CPU time (whole run)");
    assertThat(CompareCauses.name(cost(Cost.Unit.EVENTS, "task-clock")))
        .isEqualTo("CPU time (measured part)");
    assertThat(CompareCauses.name(cost(Cost.Unit.EVENTS, "ipc"))).isEqualTo("ipc");
    assertThat(CompareCauses.name(cost(Cost.Unit.ALLOCATED_BYTES, null))).isEqualTo("allocated");
  }

  @Test
  void thatThereIsNoDifferenceIsSaidOfWhatCanBeComparedAlone() {
    Row same = row(50, Verdict.NO_DIFFERENCE);
    Row unlike = row(99, Verdict.NOT_COMPARABLE);

    assertThat(CompareSentence.noDifference("A", "B", List.of(same, same)))
        .isEqualTo("no difference between A and B that this data can show");
    assertThat(CompareSentence.noDifference("A", "B", List.of(same, unlike)))
        .isEqualTo(
            "no difference between A and B that this data can show; 1 of 2 figures cannot be"
                + " compared");
  }
}
