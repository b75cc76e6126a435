package dev.takt.record.hiccup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.ClockAnchor;
import dev.takt.record.NanoClock;
import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.Layout;
import dev.takt.record.log.write.IntervalLogWriter;
import dev.takt.testing.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@Timing
class HiccupLogTest {

  private static final long MILLI = 1_000_000;

  @TempDir Path folder;

  private static final class Seen implements HiccupSink {
    final Map<String, Long> counts = new ConcurrentHashMap<>();
    final List<IOException> failures = new CopyOnWriteArrayList<>();
    final AtomicLong begun = new AtomicLong();
    volatile boolean ended;

    @Override
    public void begun(long nanoTime) {
      begun.set(nanoTime);
    }

    @Override
    public void interval(String tag, long begin, long end, Counts interval) {
      counts.merge(tag, interval.total(), Long::sum);
    }

    @Override
    public void failed(IOException reason) {
      failures.add(reason);
    }

    @Override
    public void ended() {
      ended = true;
    }
  }

  private static HiccupMeter meter(String side) {
    return new HiccupMeter(
        HiccupSettings.DEFAULT, HiccupLog.rawTag(side), HiccupLog.correctedTag(side));
  }

  private HiccupLog log(String side, HiccupSink sink, long delay, long interval)
      throws IOException {
    return log(meter(side), sink, delay, interval);
  }

  private HiccupLog log(HiccupMeter meter, HiccupSink sink, long delay, long interval)
      throws IOException {
    IntervalLogWriter writer =
        IntervalLogWriter.shared(
            folder.resolve("hiccups.hdr"), ClockAnchor.now(), System.nanoTime());
    return new HiccupLog(meter, writer, sink, delay, interval);
  }

  /// The values that HdrHistogram reads, by tag.
  private Map<String, Long> read() throws IOException {
    Map<String, Long> counts = new TreeMap<>();
    try (HistogramLogReader reader =
        new HistogramLogReader(folder.resolve("hiccups.hdr").toFile())) {
      while (reader.hasNext()) {
        Histogram next = (Histogram) reader.nextIntervalHistogram();
        if (next != null) {
          assertThat(next.getLowestDiscernibleValue()).isEqualTo(1024);
          assertThat(next.getHighestTrackableValue()).isEqualTo((1L << 47) - 1);
          counts.merge(next.getTag(), next.getTotalCount(), Long::sum);
        }
      }
    }
    return counts;
  }

  @Test
  void whatWasMeasuredIsInTheLogToTheLastInterval() throws Exception {
    Seen seen = new Seen();
    HiccupLog log = log("target", seen, 0, 50 * MILLI);
    log.start();
    Thread.sleep(180);
    log.close();

    assertThat(read()).isEqualTo(seen.counts);
    assertThat(seen.counts).containsOnlyKeys("target:hiccup-raw", "target:hiccup-corrected");
    assertThat(seen.counts)
        .hasEntrySatisfying("target:hiccup-raw", n -> assertThat(n).isPositive());
    assertThat(seen.ended).isTrue();
    assertThat(log.isRunning()).isFalse();
    assertThat(seen.failures).isEmpty();
  }

  @Test
  @Timeout(30)
  void meterFailureIsReportedBeforeIntervalEnds() throws Exception {
    Seen seen = new Seen();
    AtomicBoolean isOver = new AtomicBoolean();
    HiccupMeter meter =
        new HiccupMeter(
            HiccupSettings.DEFAULT,
            HiccupLog.rawTag("target"),
            HiccupLog.correctedTag("target"),
            NanoClock.SYSTEM,
            nanos -> {
              if (isOver.get()) {
                throw new OutOfMemoryError("made");
              }
              LockSupport.parkNanos(nanos);
            });
    HiccupLog log = log(meter, seen, 0, TimeUnit.HOURS.toNanos(1));
    log.start();
    Thread.sleep(200); // The log now waits for the end of its interval.
    isOver.set(true);
    while (meter.failure() == null) {
      Thread.sleep(5);
    }
    log.close();
    assertThat(seen.failures).singleElement().asString().contains("made");
  }

  @Test
  void theLogSaysHowOftenEachMeterTookASample() throws Exception {
    for (HiccupSettings each : List.of(HiccupSettings.DEFAULT, HiccupSettings.LOW_OVERHEAD)) {
      String side = each.equals(HiccupSettings.DEFAULT) ? "target" : "host";
      HiccupMeter meter =
          new HiccupMeter(each, HiccupLog.rawTag(side), HiccupLog.correctedTag(side));
      HiccupLog log = log(meter, new Seen(), 0, 20 * MILLI);
      log.start();
      Thread.sleep(60);
      log.close();
    }

    assertThat(Files.readAllLines(folder.resolve("hiccups.hdr")))
        .contains(
            "#[target:hiccup-raw: a sample each 1000000 ns]",
            "#[host:hiccup-raw: a sample each 8000000 ns]");
    assertThat(read()).containsKeys("target:hiccup-raw", "host:hiccup-raw");
  }

  @Test
  void severalWriteOneLog() throws Exception {
    Seen target = new Seen();
    Seen host = new Seen();
    try (HiccupLog one = log("target", target, 0, 20 * MILLI);
        HiccupLog other = log("host", host, 0, 30 * MILLI)) {
      one.start();
      other.start();
      Thread.sleep(150);
    }

    Map<String, Long> both = new TreeMap<>(target.counts);
    both.putAll(host.counts);
    assertThat(read()).isEqualTo(both).hasSize(4);
  }

  @Test
  void whatCameDuringTheStartDelayIsForgotten() throws Exception {
    Seen seen = new Seen();
    long before = System.nanoTime();
    HiccupLog log = log("target", seen, 300 * MILLI, 10_000 * MILLI);
    log.start();
    while (seen.begun.get() == 0) {
      Thread.sleep(5);
    }
    long begun = seen.begun.get();
    Thread.sleep(50);
    log.close();

    assertThat(begun - before).isGreaterThanOrEqualTo(300 * MILLI);
    // At most one sample per millisecond since the start.
    long most = (System.nanoTime() - begun) / MILLI + 1;
    assertThat(read())
        .hasEntrySatisfying("target:hiccup-raw", n -> assertThat(n).isBetween(1L, most));
  }

  @Test
  void endedBeforeItBeganItLeavesAnEmptyLog() throws Exception {
    Seen seen = new Seen();
    HiccupLog log = log("target", seen, 3_600_000 * MILLI, MILLI);
    log.start();
    log.close();

    assertThat(read()).isEmpty();
    assertThat(seen.ended).isTrue();
    assertThat(seen.begun).hasValue(0);
  }

  @Test
  void theJournalTellsTheSame() throws Exception {
    Path file = folder.resolve("journal");
    HiccupJournal journal = HiccupJournal.open(file, HiccupSettings.DEFAULT);
    Counts counts = new Counts(Layout.THREE_DIGITS);
    counts.add(counts.layout().slotOf(1000), 1);
    counts.add(counts.layout().slotOf(2000), 1);
    journal.begun(17);
    journal.hiccup(5, 1_000_005);
    journal.interval("target:hiccup-raw", 17, 99, counts);
    journal.flush(0);
    JournalReader reader = new JournalReader(file);
    List<String> told = new ArrayList<>();
    reader.read(into(told));
    Files.writeString(file, "hic", StandardOpenOption.APPEND);
    reader.read(into(told));
    Files.writeString(file, "cup 7 8\nrubbish\n", StandardOpenOption.APPEND);
    journal.flush(3);
    journal.ended();
    reader.read(into(told));

    assertThat(told)
        .containsExactly(
            "begun 17 " + ProcessHandle.current().pid() + " 1000000 1000000",
            "hiccup 5 1000005",
            "target:hiccup-raw 17 99 2 1000 2000 2000",
            "hiccup 7 8",
            "lost 3",
            "ended");
    assertThat(reader.damaged()).isEqualTo(1);
  }

  static JournalReader.Handler into(List<String> told) {
    return new JournalReader.Handler() {
      @Override
      public void begun(long nanoTime, long pid, long resolution, long threshold) {
        told.add("begun " + nanoTime + ' ' + pid + ' ' + resolution + ' ' + threshold);
      }

      @Override
      public void hiccup(long begin, long end) {
        told.add("hiccup " + begin + ' ' + end);
      }

      @Override
      public void interval(JournalReader.Figures f) {
        told.add(
            String.format(
                Locale.ROOT,
                "%s %d %d %d %d %d %d",
                f.tag(),
                f.begin(),
                f.end(),
                f.count(),
                f.p50(),
                f.p99(),
                f.max()));
      }

      @Override
      public void lost(long count) {
        told.add("lost " + count);
      }

      @Override
      public void ended() {
        told.add("ended");
      }
    };
  }

  @Test
  void aJournalThatIsNotThereYetIsEmpty() throws Exception {
    List<String> told = new ArrayList<>();

    new JournalReader(folder.resolve("absent")).read(into(told));

    assertThat(told).isEmpty();
  }
}
