package dev.takt.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.Contention;
import dev.takt.runs.NotObservable;
import dev.takt.runs.Side;
import dev.takt.runs.Stall;
import dev.takt.runs.Stall.Actor;
import dev.takt.runs.StallKind;
import dev.takt.runs.Stalls;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StallTableTest {

  private static final String EVIL = "\u001b[2J\u0000x";

  /// Names of threads, classes and processes are the target's.
  @Test
  void nothingOfTheTargetsMovesATerminalsCursor() {
    Actor actor = new Actor(EVIL, null, null, null);
    Stall stall =
        new Stall(
            StallKind.MONITOR_WAIT,
            Side.TARGET,
            0,
            5_000_000,
            0,
            "s",
            actor,
            EVIL,
            actor,
            null,
            Map.of());
    Contention lock =
        new Contention(
            Side.TARGET,
            StallKind.MONITOR_WAIT,
            EVIL,
            1,
            5,
            5,
            List.of(EVIL),
            List.of(EVIL),
            EVIL,
            EVIL);
    Stalls all =
        new Stalls(
            Stalls.FORMAT_VERSION,
            List.of(),
            List.of(new NotObservable(Side.TARGET, "JVM", EVIL)),
            List.of(stall),
            0,
            List.of(lock),
            Map.of());

    assertThat(StallTable.render(all, new Paint(false)))
        .doesNotContain("\u001b", "\u0000")
        .contains("\\u001b[2J\\u0000x");
  }
}
