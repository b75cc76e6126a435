package dev.takt.watch.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stall.Actor;
import dev.takt.runs.model.StallKind;
import dev.takt.watch.jfr.EventExtension;
import dev.takt.watch.observer.Findings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JvmFindingsTest {

  @TempDir Path directory;

  @Test
  void logAloneGivesStalls() throws Exception {
    Path log = directory.resolve("target-jvm.log");
    Files.writeString(
        UnifiedLog.rotated(log),
        """
        [1000000000ns][10ns][info][safepoint] Safepoint "ThreadDump", Time since last: 1 ns, Reaching safepoint: 1000 ns, At safepoint: 3000 ns, Total: 4000 ns
        """);
    Files.writeString(
        log,
        """
        [2000000000ns][10ns][warning][safepoint] # "laggard" #22 [5936] daemon prio=5 os_prio=0 cpu=92.09ms elapsed=0.11s tid=0x00007f97440e8cb0 nid=5936 runnable  [0x00007f97159fd000]
        [2000500000ns][10ns][info][gc] GC(4) Pause Full (System.gc()) 412M->404M(700M) 3.979ms
        [2001000000ns][10ns][info][safepoint] Safepoint "G1CollectFull", Time since last: 1 ns, Reaching safepoint: 8000000 ns, At safepoint: 4000000 ns, Total: 12000000 ns
        [3000000000ns][10ns][info][handshake] Handshake "GetStackTrace", Targeted threads: 1, Executed by requesting thread: 0, Total completion time: 4350172 ns
        [3100000000ns][10ns][info][handshake] Handshake "Deoptimize", Targeted threads: 8, Executed by requesting thread: 8, Total completion time: 999999 ns
        [3200000000ns][10ns][info][safepoint] Safepoint "Cut
        """);

    Findings found = new JvmFindings(Side.TARGET, 77, EventExtension.NONE, List.of()).of(null, log);

    assertThat(found.stalls())
        .extracting(
            Stall::kind, Stall::cause, Stall::beginNanoTime, Stall::endNanoTime, Stall::stop)
        .containsExactlyInAnyOrder(
            tuple(StallKind.SAFEPOINT, "ThreadDump", 999_996_000L, 1_000_000_000L, -1L),
            tuple(StallKind.GC_PAUSE, "System.gc()", 1_989_000_000L, 2_001_000_000L, -2L),
            tuple(
                StallKind.TIME_TO_SAFEPOINT, "G1CollectFull", 1_989_000_000L, 1_997_000_000L, -2L),
            tuple(StallKind.HANDSHAKE, "GetStackTrace", 2_995_649_828L, 3_000_000_000L, null));
    assertThat(found.stalls())
        .filteredOn(each -> each.kind() == StallKind.TIME_TO_SAFEPOINT)
        .extracting(each -> Objects.requireNonNull(each.culprit()))
        .containsExactly(new Actor("laggard", 77L, 5936L, null));
    assertThat(found.sources()).singleElement().matches(each -> each.name().equals("target-log"));
  }

  @Test
  void reportsMissingLog() {
    Findings found =
        new JvmFindings(Side.TARGET, 77, EventExtension.NONE, List.of())
            .of(null, directory.resolve("nothing"));
    assertThat(found.notObservable())
        .extracting(NotObservable::what)
        .containsExactly("unified log");
    assertThat(found.stalls()).isEmpty();
  }
}
