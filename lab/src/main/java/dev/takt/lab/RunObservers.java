package dev.takt.lab;

import dev.takt.load.config.WatchSettings;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.WireDriver;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.counters.EventCount;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.Stalls;
import dev.takt.watch.CpuProfiling;
import dev.takt.watch.Observers;
import dev.takt.watch.Watch;
import dev.takt.watch.WatchRequest;
import dev.takt.watch.observer.WatchLevel;
import dev.takt.watch.port.ListeningProcesses;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The observers of one run: they start before the load, and `stalls.json` is written when they
/// finish.
final class RunObservers implements AutoCloseable {

  private final WatchSettings watching;
  private final RunDirectory directory;
  private final RunListener listener;
  private @Nullable Watch watch;
  private List<EventCount> counted = List.of();

  RunObservers(WatchSettings watching, RunDirectory directory, RunListener listener) {
    this.watching = watching;
    this.directory = directory;
    this.listener = listener;
  }

  /// Starts the observers, if the plan asks for any.
  void start(Driver driver, TargetProcess target) throws InterruptedException {
    if (!watching.isOn()) {
      return;
    }
    OptionalLong pid = pidOf(driver, target);
    if (pid.isEmpty()) {
      listener.info(
          "the target's process is not known: only generator and host are watched; --watch-pid names it");
    } else {
      listener.info("watching process " + pid.getAsLong() + ", the generator and the host");
    }
    WatchLevel level = watching.isDeep() ? WatchLevel.DEEP : WatchLevel.DEFAULT;
    watch = Observers.of(new WatchRequest(directory.path(), level, pid, true, profiling()));
    watch.start();
  }

  private Optional<CpuProfiling> profiling() {
    return watching.profile().isZero()
        ? Optional.empty()
        : Optional.of(
            new CpuProfiling(watching.profile(), Optional.ofNullable(watching.asyncProfiler())));
  }

  private OptionalLong pidOf(Driver driver, TargetProcess target) throws InterruptedException {
    Long given = watching.pid();
    if (given != null) {
      return OptionalLong.of(given);
    }
    OptionalLong started = target.awaitJvm(listener);
    if (started.isPresent()) {
      return started;
    }
    return driver.pid().isPresent() ? driver.pid() : listenerOf(driver);
  }

  private static OptionalLong listenerOf(Driver driver) {
    return driver instanceof WireDriver wire
        ? new ListeningProcesses().find(wire.endpoint().address())
        : OptionalLong.empty();
  }

  /// Stops the observers and writes what they saw.
  ///
  /// @param measured the measured phase; null if it did not begin
  /// @param failures receives what could not be written
  /// @return nothing if there were no observers
  Optional<Stalls> finish(RunRecord.@Nullable Phase measured, List<String> failures) {
    Watch finished = watch;
    watch = null;
    if (finished == null) {
      return Optional.empty();
    }
    Long end = measured == null ? null : measured.endNanoTime();
    if (measured != null && end != null) {
      // Time lost at locks during the warm-up is not counted.
      finished.measurementWindow(measured.startNanoTime(), end);
    }
    Stalls stalls = finished.finish();
    counted = finished.counted();
    try {
      directory.write(stalls);
    } catch (IOException e) {
      failures.add(String.valueOf(e.getMessage()));
    }
    return Optional.of(stalls);
  }

  /// What the target's counters counted; empty before [#finish], and if they were not read.
  List<EventCount> counted() {
    return counted;
  }

  /// Stops the observers, if they still run.
  @Override
  public void close() {
    List<String> failures = new ArrayList<>();
    var _ = finish(null, failures);
    failures.forEach(listener::warning);
  }
}
