package dev.takt.cli.render.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.comparison.SelfCheck.Scenario;
import dev.takt.explain.comparison.SelfCheck.Score;
import dev.takt.explain.comparison.SyntheticWorkload;
import dev.takt.testing.InEachLocale;
import java.util.List;
import org.junit.jupiter.api.Test;

@InEachLocale
class SelfCheckTableTest {

  @Test
  void sharesAreOfThePairs() {
    SyntheticWorkload queue = new SyntheticWorkload.Queue(1000, 0.7);

    String table =
        SelfCheckTable.render(
            List.of(
                new Score(new Scenario(queue, 600, 1), 50, 1, 2, 200, 190),
                new Score(new Scenario(queue, 30, 1.05), 50, 48, 0, 150, -1)));

    assertThat(table)
        .isEqualTo(
            """
            system  length  truth       pairs  slower  other  truth in interval
            A        600 s  the same       50     2 %    4 %               95 %
            A         30 s  5 % slower     50    96 %    0 %                  -
            A: queue M/M/1, load 70 %, 1000/s
            """);
  }

  @Test
  void whatNoTestCouldSeeIsTold() {
    SyntheticWorkload restless = new SyntheticWorkload.Wandering(500, 0.5, 0.05, 0.95);

    String table =
        SelfCheckTable.render(
            List.of(new Score(new Scenario(restless, 600, 1.05), 100, 74, 0, 400, 340)));

    assertThat(table).contains("74 % of 80 %").contains("the best possible test");
  }
}
