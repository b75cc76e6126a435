package dev.takt.faults.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.faults.EdgeError;
import dev.takt.faults.Fault;
import dev.takt.faults.FaultKind;
import dev.takt.faults.Score;
import dev.takt.faults.TruthReport;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.Stalls;
import dev.takt.testing.InEachLocale;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@InEachLocale
class TruthTableTest {

  private static final long MS = 1_000_000;

  private static EdgeError miss(long queued) {
    Stall report =
        Stall.of(StallKind.SAFEPOINT, Side.TARGET, new Stall.Interval(101 * MS, 128 * MS, 0, "s"));
    return new EdgeError(
        new Fault(FaultKind.OPERATION, 100 * MS, 130 * MS, null, null), report, queued);
  }

  private static String rendered(List<EdgeError> misses) {
    Score score =
        new Score(
            FaultKind.OPERATION,
            20,
            20,
            0,
            new Score.Culprits(0, 0),
            new Score.Edges(List.of(MS), List.of(2 * MS), 0, misses));
    Stalls none =
        new Stalls(Stalls.FORMAT_VERSION, List.of(), List.of(), List.of(), 0, List.of(), Map.of());
    return TruthTable.render(new TruthReport(List.of(score), Map.of(), MS, List.of(), none));
  }

  @Test
  void eachEdgeThatIsOffIsTold() {
    assertThat(rendered(List.of(miss(0), miss(200_000))).lines())
        .contains(
            "off: heap histogram of 30.0 ms: begins 1.00 ms too late, ends 2.00 ms too early",
            "off: heap histogram of 30.0 ms: begins 1.00 ms too late, ends 2.00 ms too early;"
                + " the witness waited 200 µs for a processor");
  }

  @Test
  void ofManyTheirNumber() {
    assertThat(rendered(List.of()).lines()).noneMatch(line -> line.startsWith("off"));
    assertThat(
            rendered(Collections.nCopies(7, miss(0)))
                .lines()
                .filter(each -> each.startsWith("off")))
        .hasSize(6)
        .last()
        .isEqualTo("off: 2 more");
  }
}
