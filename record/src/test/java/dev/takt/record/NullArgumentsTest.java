package dev.takt.record;

import com.google.common.testing.NullPointerTester;
import dev.takt.record.hiccup.HiccupJournal;
import dev.takt.record.hiccup.HiccupLog;
import dev.takt.record.hiccup.HiccupMeter;
import dev.takt.record.hiccup.HiccupSettings;
import dev.takt.record.hiccup.HiccupSink;
import dev.takt.record.hiccup.JournalReader;
import dev.takt.record.histogram.Correction;
import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.HistogramDecoder;
import dev.takt.record.histogram.HistogramEncoder;
import dev.takt.record.histogram.Layout;
import dev.takt.record.histogram.PercentileTicks;
import dev.takt.record.histogram.Spectrum;
import dev.takt.record.log.Interval;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Moment;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.algebra.IntervalRow;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.algebra.LogSummary;
import dev.takt.record.log.algebra.Series;
import dev.takt.record.log.algebra.WindowSum;
import dev.takt.record.log.read.IntervalLogReader;
import dev.takt.record.log.write.IntervalLogWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The call that receives a forbidden null rejects it, not a later call: tests every parameter of
/// every public method and constructor, one after the other.
@Timeout(60)
class NullArgumentsTest {

  @TempDir private Path folder;

  private final NullPointerTester tester =
      new NullPointerTester()
          .setDefault(int.class, 1)
          .setDefault(long.class, 1L)
          .setDefault(String.class, "tag")
          .setDefault(Layout.class, Layout.THREE_DIGITS)
          .setDefault(HiccupSettings.class, HiccupSettings.DEFAULT)
          .setDefault(ClockAnchor.class, ClockAnchor.now())
          .setDefault(LatencyHistogram.class, new LatencyHistogram())
          .setDefault(Counts.class, new Counts(Layout.THREE_DIGITS))
          .setDefault(Spectrum.class, Spectrum.EMPTY)
          .setDefault(Selection.class, Selection.ALL)
          .setDefault(Problems.class, new Problems())
          .setDefault(InputStream.class, new ByteArrayInputStream(new byte[0]))
          .setDefault(OutputStream.class, OutputStream.nullOutputStream())
          .setDefault(LogFacts.class, new LogFacts(List.of(), null, null))
          .setDefault(Problem.Severity.class, Problem.Severity.NOTE)
          .setDefault(IntervalRow.Figures.class, new IntervalRow.Figures(1, 5, 9, 9))
          .setDefault(Series.class, new Series("tag", 0, 0, 0, Spectrum.EMPTY, List.of()));

  @BeforeEach
  void filesOfThisTest() throws Exception {
    Path file = folder.resolve("log.hlog");
    tester.setDefault(Path.class, file);
    tester.setDefault(
        HiccupMeter.class, new HiccupMeter(HiccupSettings.DEFAULT, "raw", "corrected"));
    tester.setDefault(
        IntervalLogWriter.class,
        new IntervalLogWriter(OutputStream.nullOutputStream(), ClockAnchor.now(), 0));
    tester.setDefault(LogSource.class, LogSource.of("log", InputStream.nullInputStream()));
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        ClockAnchor.class,
        Correction.class,
        Counts.class,
        HiccupJournal.class,
        HiccupLog.class,
        HiccupMeter.class,
        HiccupSettings.class,
        HistogramDecoder.class,
        HistogramEncoder.class,
        Interval.class,
        IntervalLogReader.class,
        IntervalLogWriter.class,
        IntervalRow.class,
        JournalReader.class,
        LatencyHistogram.class,
        Layout.class,
        LogAlgebra.class,
        LogFacts.class,
        LogSource.class,
        LogSummary.class,
        Moment.class,
        NanoClock.class,
        PercentileTicks.class,
        Problem.class,
        Problems.class,
        RecorderRegistry.class,
        Selection.class,
        Series.class,
        SharedRecorder.class,
        SingleWriterRecorder.class,
        Spectrum.class,
        Tags.class,
        WindowSum.class
      })
  void constructorsAndFactoriesRefuseNull(Class<?> type) {
    tester.testAllPublicConstructors(type);
    tester.testAllPublicStaticMethods(type);
  }

  @Test
  void recordersAndHistogramsRefuseNull() {
    tester.testAllPublicInstanceMethods(new RecorderRegistry());
    tester.testAllPublicInstanceMethods(new LatencyHistogram());
    tester.testAllPublicInstanceMethods(new Counts(Layout.THREE_DIGITS));
    tester.testAllPublicInstanceMethods(Spectrum.EMPTY);
    tester.testAllPublicInstanceMethods(new HistogramEncoder());
    tester.testAllPublicInstanceMethods(new HistogramDecoder());
    tester.testAllPublicInstanceMethods(Selection.ALL);
    tester.testAllPublicInstanceMethods(new Problems());
  }

  @Test
  void metersJournalsAndWritersRefuseNull() throws Exception {
    Path file = folder.resolve("journal");
    HiccupJournal journal = HiccupJournal.open(file, HiccupSettings.DEFAULT);
    tester.ignore(HiccupSink.class.getMethod("failed", IOException.class)); // does nothing
    tester.testAllPublicInstanceMethods(journal);
    journal.ended();
    tester.testAllPublicInstanceMethods(new JournalReader(file));
    try (HiccupMeter meter = new HiccupMeter(HiccupSettings.DEFAULT, "raw", "corrected")) {
      tester.testAllPublicInstanceMethods(meter);
    }
    try (IntervalLogWriter writer =
        new IntervalLogWriter(OutputStream.nullOutputStream(), ClockAnchor.now(), 0)) {
      tester.testAllPublicInstanceMethods(writer);
    }
  }
}
