package dev.takt.watch.hiccup;

import dev.takt.record.ClockAnchor;
import dev.takt.record.hiccup.HiccupLog;
import dev.takt.record.hiccup.HiccupMeter;
import dev.takt.record.hiccup.HiccupSettings;
import dev.takt.record.log.write.IntervalLogWriter;
import dev.takt.runs.model.HiccupTags;
import dev.takt.runs.model.Side;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.LiveFigure;
import dev.takt.watch.observer.Observer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Measures the hiccups of this JVM, which is the generator, or an idle JVM that stands for the
/// machine.
public final class HiccupObserver implements Observer {

  private final Side side;
  private final Path log;
  private final HiccupSettings settings;
  private final long startDelayNanos;
  private final long intervalNanos;
  private final HiccupCollector collector;
  private @Nullable HiccupLog running;
  private @Nullable String problem;

  /// For the generator of a run.
  ///
  /// @param log `hiccups.hdr` of the run, which other meters may write to as well
  /// @param settings of the meter
  public HiccupObserver(Path log, HiccupSettings settings) {
    this(Side.GENERATOR, log, settings, 0, TimeUnit.SECONDS.toNanos(1));
  }

  /// With all settings.
  ///
  /// @param side whose hiccups these are
  /// @param startDelayNanos how long the meter warms up
  /// @param intervalNanos the length of an interval of the log
  public HiccupObserver(
      Side side, Path log, HiccupSettings settings, long startDelayNanos, long intervalNanos) {
    this.side = side;
    this.log = log;
    this.settings = settings;
    this.startDelayNanos = startDelayNanos;
    this.intervalNanos = intervalNanos;
    this.collector = new HiccupCollector(side, "the run's own clock", settings);
  }

  @Override
  public void start() {
    try {
      IntervalLogWriter writer =
          IntervalLogWriter.shared(log, ClockAnchor.now(), System.nanoTime());
      HiccupMeter meter =
          new HiccupMeter(settings, HiccupTags.raw(side), HiccupTags.corrected(side));
      running = new HiccupLog(meter, writer, collector, startDelayNanos, intervalNanos);
      running.start();
    } catch (IOException e) {
      problem = "the log cannot be written: " + e.getMessage();
    }
  }

  @Override
  public List<LiveFigure> live() {
    return collector.live();
  }

  @Override
  public Findings finish() {
    if (running != null) {
      running.close();
    }
    return HiccupFindings.findings(
        side, collector, problem == null ? collector.failure() : problem);
  }
}
