package dev.takt.report.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.log.TimeColumns;
import dev.takt.runs.text.MachineText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The times of a log's end are found without reading the log.
class LogOutlineTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long START = 1_700_000_000L * SECOND;
  private static final String HEADER =
      "#[StartTime: 1700000000.000 (seconds since epoch)]\n\"StartTimestamp\",\"Interval_Length\"\n";

  @TempDir Path folder;

  /// Lines with invalid histograms, which are not decoded.
  private static String line(int second, double length) {
    return MachineText.format("Tag=a,%d.250,%.3f,1.000,HIST%s\n", second, length, "A".repeat(996));
  }

  private LogOutline of(String text) throws IOException {
    return LogOutline.of(Files.writeString(folder.resolve("a.hlog"), text), TimeColumns.AUTO);
  }

  @Test
  void largeLogEndsWithItsLastLine() throws IOException {
    StringBuilder text = new StringBuilder(HEADER);
    for (int second = 0; second < 5_000; second++) {
      text.append(line(second, 1));
    }
    String whole = text.toString();
    LogOutline outline = of(whole);
    assertThat(outline.size()).isEqualTo(whole.getBytes(StandardCharsets.UTF_8).length);
    assertThat(outline.medianIntervalNanos()).isEqualTo(SECOND);
    assertThat(outline.lastBegin()).isEqualTo(START + 4_999 * SECOND + SECOND / 4);
    assertThat(outline.end()).isEqualTo(START + 5_000 * SECOND + SECOND / 4);

    LogOutline cut = of(whole.substring(0, whole.length() - 1_010));
    assertThat(cut.end()).as("a line that was cut off is none").isEqualTo(outline.end() - SECOND);
    LogOutline odd = of(whole + "\0".repeat(5_000) + "\nnonsense\n");
    assertThat(odd.end()).isEqualTo(outline.end());
  }

  @Test
  void aShortLogIsReadOnce() throws IOException {
    LogOutline outline = of(HEADER + line(0, 2) + line(2, 2) + line(4, 0));
    assertThat(outline.medianIntervalNanos()).isEqualTo(2 * SECOND);
    assertThat(outline.lastBegin()).isEqualTo(START + 4 * SECOND + SECOND / 4);
    assertThat(outline.end())
        .as("a moment needs a millisecond")
        .isEqualTo(outline.lastBegin() + 1_000_000);
  }

  @Test
  void invalidLogHasNoEnd() throws IOException {
    for (String each : new String[] {"", "\0", "no log\n".repeat(300_000)}) {
      LogOutline outline = of(each);
      assertThat(outline.end()).isEqualTo(Long.MIN_VALUE);
      assertThat(outline.medianIntervalNanos()).isEqualTo(1_000_000);
    }
  }
}
