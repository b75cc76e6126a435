package dev.takt.cli.stress;

import static dev.takt.cli.render.stress.StressIntervalSource.MS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cassandra.stress.command.RunLength;
import dev.takt.cli.render.stress.StressFormat;
import dev.takt.cli.render.stress.StressIntervalSource;
import dev.takt.cli.render.stress.StressIntervals;
import dev.takt.cli.render.stress.WorkCounter;
import dev.takt.runs.model.RunTags.Measure;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EarlyEndTest {

  private final AtomicInteger stops = new AtomicInteger();

  /// Ten operations a second, which write 100 and 300 rows in turn.
  private int secondsUntilTheEnd(RunLength length) {
    WorkCounter rows =
        (_, completed) -> new WorkCounter.Work(completed, 20 * completed - completed % 20 * 10);
    PrintStream nothing =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    StressIntervals lines =
        new StressIntervals(
            nothing, new StressFormat(Measure.SERVICE, true, rows), Duration.ofSeconds(1));
    EarlyEnd end = new EarlyEnd(length, false, lines.rowRate(), stops::incrementAndGet);
    StressIntervalSource source = new StressIntervalSource(lines.andThen(end));
    source.end(1000 * MS); // the warm-up
    int seconds = 0;
    while (!end.isReached() && seconds < 9) {
      seconds++;
      source.completed("insert", MS, 10);
      source.end((1000 + seconds * 1000L) * MS);
    }
    return seconds;
  }

  /// The standard error of the mean is 0.354 of it after two seconds, then 0.327, and 0.25.
  @Test
  void endsWhenTheRateOfRowsIsKnownWellEnough() {
    assertThat(secondsUntilTheEnd(new RunLength.Uncertainty(0.3, 2, 200))).isEqualTo(4);
    assertThat(stops).hasValue(1);
  }

  @Test
  void endsAfterTheMinimumOfIntervals() {
    assertThat(secondsUntilTheEnd(new RunLength.Uncertainty(0.3, 7, 200))).isEqualTo(7);
  }

  @Test
  void doesNotEndARunOfSomeLength() {
    assertThat(secondsUntilTheEnd(new RunLength.Count(1000))).isEqualTo(9);
    assertThat(stops).hasValue(0);
  }
}
