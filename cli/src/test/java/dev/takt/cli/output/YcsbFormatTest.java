package dev.takt.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class YcsbFormatTest {

  @Test
  void printsServiceAndIntendedLines() {
    assertThat(YcsbFormat.render(Samples.run("fixed"), Samples.HISTOGRAMS))
        .isEqualTo(
            """
            [OVERALL], RunTime(ms), 20000
            [OVERALL], Throughput(ops/sec), 100.5
            [READ], Operations, 1000
            [READ], AverageLatency(us), 500.504858
            [READ], MinLatency(us), 1
            [READ], MaxLatency(us), 1000
            [READ], 95thPercentileLatency(us), 950
            [READ], 99thPercentileLatency(us), 990
            [READ], Return=OK, 1000
            [READ], Return=ERROR, 5
            [Intended-READ], Operations, 1000
            [Intended-READ], AverageLatency(us), 5005.013988
            [Intended-READ], MinLatency(us), 10
            [Intended-READ], MaxLatency(us), 10002
            [Intended-READ], 95thPercentileLatency(us), 9502
            [Intended-READ], 99thPercentileLatency(us), 9904
            [UPDATE], Operations, 1000
            [UPDATE], AverageLatency(us), 500.504858
            [UPDATE], MinLatency(us), 1
            [UPDATE], MaxLatency(us), 1000
            [UPDATE], 95thPercentileLatency(us), 950
            [UPDATE], 99thPercentileLatency(us), 990
            [UPDATE], Return=OK, 1000
            [UPDATE], Return=ERROR, 5
            [Intended-UPDATE], Operations, 1000
            [Intended-UPDATE], AverageLatency(us), 5005.013988
            [Intended-UPDATE], MinLatency(us), 10
            [Intended-UPDATE], MaxLatency(us), 10002
            [Intended-UPDATE], 95thPercentileLatency(us), 9502
            [Intended-UPDATE], 99thPercentileLatency(us), 9904
            """);
  }

  @Test
  void hasNoIntendedLinesWithoutASchedule() {
    String lines = YcsbFormat.render(Samples.run("throughput"), Samples.HISTOGRAMS);

    assertThat(lines).contains("[READ], Operations, 1000\n");
    assertThat(lines.toLowerCase(Locale.ROOT)).doesNotContain("intended", "response");
  }
}
