package dev.takt.cli.render.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.spi.render.TextStyle;
import dev.takt.runs.model.Contention;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.StallKind;
import dev.takt.testing.InEachLocale;
import java.util.List;
import org.junit.jupiter.api.Test;

@InEachLocale
class LockTableTest {

  private static final Contention MONITOR =
      new Contention(
          Side.TARGET,
          StallKind.MONITOR_WAIT,
          "com.shop.Cart @7f0a12",
          new Contention.Waits(1234, 5_678_000_000L, 98_700_000),
          List.of("http-1", "http-2"),
          List.of("janitor"),
          "com.shop.Cart.add:12\ncom.shop.Checkout.run:7\na.B.c:1\nd.E.f:2",
          new Contention.Identity(null, "not recorded of monitors", null, null));

  private static final Contention LOCK =
      new Contention(
          Side.GENERATOR,
          StallKind.LOCK_WAIT,
          "java.util.concurrent.locks.ReentrantLock #1a2b",
          new Contention.Waits(1, 2_000_000, 2_000_000),
          List.of("x".repeat(200)),
          List.of(),
          null,
          new Contention.Identity(
              "com.shop.Pool.<init>:33",
              null,
              "its class records no owner",
              "perhaps several locks: its address changed with a collection"));

  @Test
  void eachLockWithWhoWaitedForWhomAndWhere() {
    assertThat(LockTable.render(List.of(MONITOR, LOCK), 10, new TextStyle(false, 100)))
        .isEqualTo(
            """
             time lost     waits   longest  lock
                5.68 s     1,234   98.7 ms  monitor of com.shop.Cart @7f0a12
                                            waited     http-1, http-2
                                            had it     janitor
                                            at         com.shop.Cart.add:12
                                                       com.shop.Checkout.run:7
                                                       a.B.c:1
                                            made at    not recorded of monitors
               2.00 ms         1   2.00 ms  java.util.concurrent.locks.ReentrantLock #1a2b (generator)
                                            waited     …%s
                                            had it     its class records no owner
                                            made at    com.shop.Pool.<init>:33
                                            doubt      perhaps several locks: its address changed with a
                                                       collection
            """
                .formatted("x".repeat(56)));
  }

  @Test
  void noLineIsWiderThanATerminal() {
    String table = LockTable.render(List.of(MONITOR, LOCK), 10, TextStyle.PLAIN);

    assertThat(table.lines()).allMatch(line -> line.codePointCount(0, line.length()) <= 80);
  }

  @Test
  void whatIsLeftOutIsCounted() {
    assertThat(LockTable.render(List.of(MONITOR, LOCK), 1, TextStyle.PLAIN))
        .endsWith("and 1 more\n")
        .doesNotContain("ReentrantLock");
  }

  @Test
  void nothingIsSaidOfNothing() {
    assertThat(LockTable.render(List.of(), 10, TextStyle.PLAIN)).isEmpty();
  }
}
