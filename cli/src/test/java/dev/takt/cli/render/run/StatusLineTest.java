package dev.takt.cli.render.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.output.Samples;
import dev.takt.load.engine.recording.Progress;
import dev.takt.load.engine.recording.Progress.Counts;
import dev.takt.load.engine.recording.Progress.Phase;
import dev.takt.load.engine.recording.Progress.Rates;
import dev.takt.load.engine.recording.Progress.Times;
import dev.takt.runs.model.Distribution;
import dev.takt.testing.InEachLocale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@InEachLocale
class StatusLineTest {

  private static final long MICRO = 1_000;
  private static final Distribution RESPONSE = times(514 * MICRO, 8_460 * MICRO, 12_300 * MICRO);
  private static final Distribution ON_TIME = times(5 * MICRO, 90 * MICRO, 9_000 * MICRO);

  @Test
  void lineHasTheFiguresOfOneMeasure() {
    // The interval's service time has other operations: its p99 may be above that of the response.
    Distribution service = times(509 * MICRO, 9_560 * MICRO, 12_300 * MICRO);
    Progress progress =
        progress(
            4,
            new Rates(1000, 1001),
            new Times(RESPONSE, service),
            ON_TIME,
            new Counts(1, 0, 9, 0));

    assertThat(StatusLine.head(progress))
        .isEqualTo("response        rate/s      of      p50      p99      max errors");
    assertThat(StatusLine.of(progress))
        .isEqualTo("measure    4 s   1,001   1,000   514 µs  8.46 ms  12.3 ms      0");
  }

  @Test
  void withoutAScheduleItIsTheServiceTime() {
    Progress progress = Samples.progress(Phase.MEASURE, false);

    assertThat(StatusLine.head(progress)).startsWith("service   ");
    assertThat(StatusLine.of(progress))
        .isEqualTo("measure   12 s     999           500 µs   990 µs  1.00 ms     15");
  }

  @Test
  void latenessOrElseTheBacklogIsNotedWhereItMatters() {
    assertThat(StatusLine.of(Samples.progress(Phase.MEASURE, true)))
        .isEqualTo(
            "measure   12 s     999   1,000  5.00 ms  9.90 ms  10.0 ms     15  late 9.90 ms");
    assertThat(line(ON_TIME, 10)).endsWith("0");
    assertThat(line(ON_TIME, 11)).endsWith("0  backlog 11");
    assertThat(line(ON_TIME, 12_345)).endsWith("0  backlog 12.3k");
  }

  private static String line(Distribution lateness, long backlog) {
    return StatusLine.of(
        progress(
            4,
            new Rates(1000, 1000),
            new Times(RESPONSE, RESPONSE),
            lateness,
            new Counts(1, backlog, 9, 0)));
  }

  @Test
  void phaseWithoutFigures() {
    assertThat(StatusLine.of(Samples.progress(Phase.SELF_WARMUP, true)))
        .isEqualTo("self-warm-up   12 s");
    Distribution none = new Distribution(0, 0, 0, 0, 0, 0, 0, 0);
    assertThat(
            StatusLine.of(
                progress(
                    1,
                    new Rates(999.96, 999.94),
                    new Times(none, none),
                    none,
                    new Counts(1, 0, 0, 0))))
        .isEqualTo("measure    1 s   999.9   1,000        -        -        -      0");
  }

  @Test
  void extremeFiguresFitInto80Columns() {
    long most = Long.MAX_VALUE;
    Distribution times = times(most, most, most);
    for (Distribution lateness : new Distribution[] {times, ON_TIME}) {
      for (double rate :
          new double[] {0, 0.00123, 999.9, 999_999, 1e6, 1e18, Double.POSITIVE_INFINITY}) {
        Progress progress =
            progress(
                99 * 3600 + 3599,
                new Rates(rate, rate),
                new Times(times, times),
                lateness,
                new Counts(most, most, most, most));
        assertThat(StatusLine.of(progress)).hasSizeLessThanOrEqualTo(80).contains(" >99999 s ");
        assertThat(StatusLine.head(progress)).hasSizeLessThanOrEqualTo(80);
      }
    }
  }

  private static Distribution times(long p50, long p99, long max) {
    return new Distribution(1000, p50, p50, p99, p99, max, max, max);
  }

  private static Progress progress(
      long seconds, Rates rates, Times interval, @Nullable Distribution lateness, Counts counts) {
    return new Progress(
        Phase.MEASURE,
        seconds * 1_000_000_000,
        8_000_000_000L,
        rates,
        interval,
        interval,
        lateness,
        counts);
  }
}
