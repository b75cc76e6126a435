package dev.takt.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.watch.counters.CounterObserver;
import dev.takt.watch.observer.MeasurementWindow;
import dev.takt.watch.observer.Observer;
import dev.takt.watch.observer.WatchLevel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Counters cost the target time, so they are only where their counts are shown.
class ObserversCountersTest {

  private static final OptionalLong TARGET = OptionalLong.of(ProcessHandle.current().pid());

  @TempDir Path folder;

  private List<Observer> observers(WatchLevel level, OptionalLong target, boolean isRun) {
    CpuProfiling profiling = new CpuProfiling(Duration.ofMillis(10), Optional.empty());
    return Observers.observers(
        new WatchRequest(folder, level, target, isRun, Optional.of(profiling)),
        new MeasurementWindow());
  }

  @Test
  void deepRunCountsWithItsLastObserver() {
    assertThat(observers(WatchLevel.DEEP, TARGET, true).getLast())
        .isInstanceOf(CounterObserver.class);
  }

  @Test
  void watchWithoutGeneratorDoesNotCount() {
    assertThat(observers(WatchLevel.DEEP, TARGET, false))
        .hasSizeGreaterThan(3)
        .doesNotHaveAnyElementsOfTypes(CounterObserver.class);
  }

  @Test
  void defaultRunAndRunWithoutTargetDoNotCount() {
    assertThat(observers(WatchLevel.DEFAULT, TARGET, true))
        .doesNotHaveAnyElementsOfTypes(CounterObserver.class);
    assertThat(observers(WatchLevel.DEEP, OptionalLong.empty(), true))
        .doesNotHaveAnyElementsOfTypes(CounterObserver.class);
  }
}
