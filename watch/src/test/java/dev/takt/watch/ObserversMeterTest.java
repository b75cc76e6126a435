package dev.takt.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.hiccup.HiccupSettings;
import dev.takt.watch.observer.WatchLevel;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ObserversMeterTest {

  private static HiccupSettings meter(WatchLevel level, OptionalLong target, boolean generator) {
    return Observers.meter(new Subject(Path.of("."), level, target, generator));
  }

  private static HiccupSettings machineMeter(WatchLevel level, OptionalLong target) {
    return Observers.machineMeter(new Subject(Path.of("."), level, target, false));
  }

  @Test
  void aMeterIsSparingWhereOthersAreMeasured() {
    OptionalLong target = OptionalLong.of(1);
    assertThat(meter(WatchLevel.DEFAULT, target, false)).isEqualTo(HiccupSettings.SPARING);
    assertThat(meter(WatchLevel.DEFAULT, target, true)).isEqualTo(HiccupSettings.SPARING);
    assertThat(meter(WatchLevel.DEFAULT, OptionalLong.empty(), true))
        .isEqualTo(HiccupSettings.SPARING);
    assertThat(meter(WatchLevel.DEEP, target, true)).isEqualTo(HiccupSettings.DEFAULT);
    assertThat(machineMeter(WatchLevel.DEFAULT, target)).isEqualTo(HiccupSettings.SPARING_MACHINE);
    assertThat(machineMeter(WatchLevel.DEEP, target)).isEqualTo(HiccupSettings.DEFAULT);
  }

  @Test
  void aMeterOfTheMachineAloneIsNot() {
    assertThat(meter(WatchLevel.DEFAULT, OptionalLong.empty(), false))
        .isEqualTo(HiccupSettings.DEFAULT);
    assertThat(machineMeter(WatchLevel.DEFAULT, OptionalLong.empty()))
        .isEqualTo(HiccupSettings.DEFAULT);
  }

  /// Of a sleep that takes a little longer than it should, too.
  @Test
  void aStallOfFiveMillisecondsIsAHiccupAndOfTheMachineOneOfTen() {
    for (HiccupSettings each :
        new HiccupSettings[] {HiccupSettings.DEFAULT, HiccupSettings.SPARING}) {
      assertThat(5_000_000 - each.resolutionNanos()).isGreaterThanOrEqualTo(each.thresholdNanos());
    }
    HiccupSettings machine = HiccupSettings.SPARING_MACHINE;
    assertThat(10_000_000 - machine.resolutionNanos())
        .isGreaterThanOrEqualTo(machine.thresholdNanos());
  }
}
