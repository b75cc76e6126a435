package dev.takt.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.hiccup.HiccupSettings;
import dev.takt.watch.observer.WatchLevel;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ObserversHiccupSettingsTest {

  private static HiccupSettings meter(WatchLevel level, OptionalLong target, boolean generator) {
    return Observers.hiccupSettings(new WatchRequest(Path.of("."), level, target, generator));
  }

  @Test
  void meterIsSparingIfAJvmIsMeasured() {
    OptionalLong target = OptionalLong.of(1);
    assertThat(meter(WatchLevel.DEFAULT, target, false)).isEqualTo(HiccupSettings.LOW_OVERHEAD);
    assertThat(meter(WatchLevel.DEFAULT, target, true)).isEqualTo(HiccupSettings.LOW_OVERHEAD);
    assertThat(meter(WatchLevel.DEFAULT, OptionalLong.empty(), true))
        .isEqualTo(HiccupSettings.LOW_OVERHEAD);
    assertThat(meter(WatchLevel.DEEP, target, true)).isEqualTo(HiccupSettings.DEFAULT);
  }

  @Test
  void meterOfHostAloneHasFullRate() {
    assertThat(meter(WatchLevel.DEFAULT, OptionalLong.empty(), false))
        .isEqualTo(HiccupSettings.DEFAULT);
  }

  @Test
  void stallOfTenMillisecondsIsHiccupAtBothRates() {
    for (HiccupSettings each :
        new HiccupSettings[] {HiccupSettings.DEFAULT, HiccupSettings.LOW_OVERHEAD}) {
      assertThat(10_000_000 - each.resolutionNanos()).isGreaterThanOrEqualTo(each.thresholdNanos());
    }
  }
}
