package dev.takt.cli.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cassandra.stress.command.StressCommand;
import dev.takt.cassandra.stress.command.StressSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class ThreadSearchTest {

  private static List<Integer> tried(String rate, IntToDoubleFunction throughput) {
    StressSettings settings = StressSettings.parse(List.of("read n=10 -rate " + rate));
    ThreadSearch search =
        new ThreadSearch(
            settings.run().orElseThrow().rate(), ((StressCommand.Run) settings.command()).length());
    List<Integer> tried = new ArrayList<>();
    do {
      tried.add(search.threads());
    } while (search.next(throughput.applyAsDouble(search.threads())));
    return tried;
  }

  @Test
  void doublesUpTo16AndThenTakesHalfAsManyMore() {
    assertThat(tried("threads>=4 threads<=100", _ -> 1)).containsExactly(4, 8, 16, 24, 36, 54, 81);
  }

  @Test
  void endsAtTheFirstNumberAboveTheMaximum() {
    assertThat(tried("threads>=4 threads<=16", _ -> 1)).containsExactly(4, 8, 16);
  }

  /// On average over three steps it neither rises nor falls: it goes on. Over five it rises by less
  /// than 2 %.
  @Test
  void stopsWhenFiveStepsBringNothing() {
    assertThat(tried("threads>=4 threads<=1000 auto", _ -> 1000))
        .containsExactly(4, 8, 16, 24, 36, 54);
  }

  @Test
  void stopsWhenThreeStepsLose() {
    assertThat(tried("threads>=4 threads<=1000 auto", threads -> 1000.0 - threads))
        .containsExactly(4, 8, 16, 24);
  }

  @Test
  void goesOnWhileThroughputRises() {
    assertThat(tried("threads>=4 threads<=100 auto", threads -> threads))
        .containsExactly(4, 8, 16, 24, 36, 54, 81);
  }
}
