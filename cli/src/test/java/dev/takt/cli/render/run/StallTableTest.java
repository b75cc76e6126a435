package dev.takt.cli.render.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.spi.render.TextStyle;
import dev.takt.runs.model.Contention;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stall.Actor;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.Stalls;
import dev.takt.testing.InEachLocale;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@InEachLocale
class StallTableTest {

  private static final String EVIL = "\u001b[2J\u0000x";

  /// Names of threads, classes and processes come from the target and are untrusted.
  @Test
  void nothingOfTheTargetsMovesATerminalsCursor() {
    Actor actor = new Actor(EVIL, null, null, null);
    Stall stall =
        Stall.of(StallKind.MONITOR_WAIT, Side.TARGET, new Stall.Interval(0, 5_000_000, 0, "s"))
            .withThread(actor)
            .withCause(EVIL)
            .withCulprit(actor);
    Contention lock =
        new Contention(
            Side.TARGET,
            StallKind.MONITOR_WAIT,
            EVIL,
            new Contention.Waits(1, 5, 5),
            List.of(EVIL),
            List.of(EVIL),
            EVIL,
            new Contention.Identity(EVIL, EVIL, EVIL, EVIL));
    Stalls all =
        new Stalls(
            Stalls.FORMAT_VERSION,
            List.of(),
            List.of(new NotObservable(Side.TARGET, "JVM", EVIL)),
            List.of(stall),
            0,
            List.of(lock),
            Map.of());

    assertThat(StallTable.render(all, 0, TextStyle.PLAIN))
        .doesNotContain("\u001b", "\u0000")
        .contains("\\u001b[2J\\u0000x");
  }

  private static final long BEGIN = -7_000_000_000_000_000_000L;

  private static final Stall PAUSE =
      stall(StallKind.GC_PAUSE, Side.TARGET, 40_000_000, null, "System.gc()", null);

  private static final Stall MONITOR =
      stall(
          StallKind.MONITOR_WAIT,
          Side.TARGET,
          2_000_000,
          "http-1",
          "com.shop.checkout.ShoppingCart",
          "http-2");

  private static final Stall COMPILATION =
      stall(
          StallKind.COMPILATION,
          Side.GENERATOR,
          3_000_000,
          null,
          "com.shop.Cart.add",
          "C2 CompilerThread0");

  @Test
  void kindsStandUnderWhoseTheyAre() {
    assertThat(render(List.of(PAUSE, MONITOR, COMPILATION), List.of(), 120))
        .isEqualTo(
            """
                             count    total      p50  longest     after  the longest one
            target
              gc pause           1  40.0 ms  40.0 ms  40.0 ms  61.234 s  System.gc()
              monitor wait       1  2.00 ms  2.00 ms  2.00 ms  61.234 s  http-1 behind http-2: …ppingCart
            generator
              compilation *      1  3.00 ms  3.00 ms  3.00 ms  61.234 s  by C2 CompilerThread0: …Cart.add
            * background work; the application is not paused
            """);
  }

  @Test
  void mediansAreOmittedAndDetailsCutIn80Columns() {
    assertThat(render(List.of(PAUSE, MONITOR, COMPILATION), List.of(), 80))
        .isEqualTo(
            """
                             count    total  longest     after  the longest one
            target
              gc pause           1  40.0 ms  40.0 ms  61.234 s  System.gc()
              monitor wait       1  2.00 ms  2.00 ms  61.234 s  http-1 behind http-2
            generator
              compilation *      1  3.00 ms  3.00 ms  61.234 s  by C2 CompilerThread0
            * background work; the application is not paused
            """);
  }

  @Test
  void noLineIsWiderThanATerminal() {
    Stall wide =
        stall(
            StallKind.ALLOCATION_STALL,
            Side.TARGET,
            2_000_000,
            "t".repeat(100),
            "c".repeat(100),
            "b".repeat(100));
    var unknown =
        new NotObservable(Side.TARGET, "who had it", "because of that ".repeat(20).strip());

    for (int width : List.of(80, 97, 98, 120)) {
      assertThat(render(List.of(wide, MONITOR), List.of(unknown), width).lines())
          .allMatch(line -> line.codePointCount(0, line.length()) <= width);
    }
  }

  private static String render(List<Stall> stalls, List<NotObservable> unknown, int width) {
    return StallTable.render(
        new Stalls(Stalls.FORMAT_VERSION, List.of(), unknown, stalls, 0, List.of(), Map.of()),
        BEGIN,
        new TextStyle(false, width));
  }

  private static Stall stall(
      StallKind kind,
      Side side,
      long nanos,
      @Nullable String thread,
      String cause,
      @Nullable String culprit) {
    return Stall.of(
            kind,
            side,
            new Stall.Interval(BEGIN + 61_234_000_000L, BEGIN + 61_234_000_000L + nanos, 0, "test"))
        .withThread(thread == null ? null : Stall.Actor.named(thread))
        .withCause(cause)
        .withCulprit(culprit == null ? null : Stall.Actor.named(culprit));
  }
}
