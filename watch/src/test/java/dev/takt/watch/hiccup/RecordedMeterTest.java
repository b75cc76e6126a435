package dev.takt.watch.hiccup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.hiccup.HiccupMeter;
import dev.takt.record.hiccup.HiccupSettings;
import dev.takt.testing.Timing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@Timing
class RecordedMeterTest {

  private static final int ENOUGH = 20;

  /// Otherwise recordings would contain the meter's own sleeps, at a cost.
  @Test
  void meterIsNotRecordedAsParking(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("parks.jfr");
    try (Recording recording = new Recording();
        HiccupMeter meter = new HiccupMeter(HiccupSettings.DEFAULT, "raw", "corrected")) {
      recording.enable("jdk.ThreadPark").withThreshold(Duration.ZERO);
      recording.start();
      meter.start();
      awaitSamples(meter);
      recording.stop();
      recording.dump(file);
    }

    assertThat(RecordingFile.readAllEvents(file))
        .noneMatch(each -> each.getThread().getJavaName().equals("takt-hiccup-meter"));
  }

  private static void awaitSamples(HiccupMeter meter) throws InterruptedException {
    long[] samples = new long[1];
    while (samples[0] < ENOUGH) {
      TimeUnit.MILLISECONDS.sleep(5);
      meter.collect((tag, counts) -> samples[0] += counts.total());
    }
  }
}
