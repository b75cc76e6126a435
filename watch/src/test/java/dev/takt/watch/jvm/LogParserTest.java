package dev.takt.watch.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.Stall.Actor;
import dev.takt.watch.jvm.SafepointLogEvent.LoggedHandshake;
import dev.takt.watch.jvm.SafepointLogEvent.LoggedSafepoint;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogParserTest {

  private final List<SafepointLogEvent> found = new ArrayList<>();
  private final LogParser parser = new LogParser(4711, found::add);

  private void read(String lines) {
    lines.lines().forEach(parser::accept);
  }

  @Test
  void parsesLogOfJdk17() {
    read(
        """
        [1115986428000ns][3335427000ns][info][gc              ] GC(4) Pause Full (System.gc()) 412M->404M(700M) 28.979ms
        [1115986428784ns][3335427138ns][info][safepoint        ] Safepoint "G1CollectFull", Time since last: 110405115 ns, Reaching safepoint: 213222311 ns, Cleanup: 56804 ns, At safepoint: 28979149 ns, Total: 242258264 ns
        [1116054626797ns][3403625143ns][info][safepoint        ] Safepoint "ThreadDump", Time since last: 68075747 ns, Reaching safepoint: 5329 ns, Cleanup: 62450 ns, At safepoint: 56232 ns, Total: 124011 ns
        """);
    assertThat(found)
        .containsExactly(
            new LoggedSafepoint(
                "G1CollectFull", 1115986428784L, 242258264, 213222311, "System.gc()", List.of()),
            new LoggedSafepoint("ThreadDump", 1116054626797L, 124011, 5329, null, List.of()));
  }

  @Test
  void parsesLogOfJdk25() {
    read(
        """
        [1081288454129ns][289622462ns][info   ][safepoint      ] Safepoint "G1PauseRemark", Time since last: 4748738 ns, Reaching safepoint: 102601419 ns, At safepoint: 8027198 ns, Leaving safepoint: 5280 ns, Total: 110633897 ns, Threads: 1 runnable, 10 total
        [1121768873512ns][160706566ns][info][handshake] Handshake "Deoptimize", Targeted threads: 8, Executed by requesting thread: 8, Total completion time: 4350172 ns
        """);
    assertThat(found)
        .containsExactly(
            new LoggedSafepoint(
                "G1PauseRemark", 1081288454129L, 110633897, 102601419, "G1PauseRemark", List.of()),
            new LoggedHandshake("Deoptimize", 1121768873512L, 4350172, 8));
  }

  @Test
  void listsLateThreads() {
    read(
        """
        [1079230671594ns][1102900769ns][warning][safepoint        ]\s
        [1079230671594ns][1102900769ns][warning][safepoint        ] # SafepointSynchronize::begin: Timeout detected:
        [1079230685848ns][1102915021ns][warning][safepoint        ] # SafepointSynchronize::begin: Threads which did not reach the safepoint:
        [1079230710000ns][1102939000ns][warning][safepoint        ] # "C2 CompilerThread0" #7 daemon prio=9 os_prio=0 cpu=1.19ms elapsed=1.10s tid=0x00007f0b28019411 nid=0x1697 runnable  [0x00007f0b2d9fe000]
        [1079230710795ns][1102939966ns][warning][safepoint        ] # "main" #1 prio=5 os_prio=0 cpu=1044.19ms elapsed=1.10s tid=0x00007f0b28019410 nid=0x1698 runnable  [0x00007f0b2d9fe000]
        [1079230717015ns][1102946186ns][warning][safepoint        ]    java.lang.Thread.State: RUNNABLE
        [1079230728450ns][1102957623ns][warning][safepoint        ] # SafepointSynchronize::begin: (End of list)
        [1079240000000ns][1112228956ns][info][safepoint        ] Safepoint "ThreadDump", Time since last: 1 ns, Reaching safepoint: 9 ns, Cleanup: 1 ns, At safepoint: 1 ns, Total: 12 ns
        [1081413697808ns][414866139ns][warning][safepoint      ] # "a "quoted" name" #22 [5936] daemon prio=5 os_prio=0 cpu=92.09ms elapsed=0.11s tid=0x00007f97440e8cb0 nid=5936 runnable  [0x00007f97159fd000]
        [1081440000000ns][441168331ns][info   ][safepoint      ] Safepoint "ThreadDump", Time since last: 1 ns, Reaching safepoint: 9 ns, At safepoint: 1 ns, Leaving safepoint: 1 ns, Total: 12 ns, Threads: 1 runnable, 10 total
        """);
    assertThat(found)
        .extracting(each -> ((LoggedSafepoint) each).lateThreads())
        .containsExactly(
            List.of(
                new Actor("main", 4711L, 0x1698L, null),
                new Actor("C2 CompilerThread0", 4711L, 0x1697L, null)),
            List.of(new Actor("a \"quoted\" name", 4711L, 5936L, null)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(388M) 5.330ms|G1 Evacuation Pause",
        "Pause Young (Concurrent Start) (G1 Humongous Allocation) 4M->4M(388M) 5.330ms|G1 Humongous Allocation",
        "Pause Young (Allocation Failure) 8192K->1M(31M) 3,200ms|Allocation Failure",
        "Pause Remark 412M->412M(700M) 2.064ms|Remark",
        "Pause Mark Start 0.005ms|Mark Start",
      })
  void parsesCauseOfPause(String example) {
    String[] parts = example.split("\\|", 2);
    read("[20ns][10ns][info][gc] GC(3) " + parts[0]);
    read(
        "[21ns][11ns][info][safepoint] Safepoint \"X\", Time since last: 1 ns, Reaching safepoint: 2"
            + " ns, At safepoint: 3 ns, Total: 5 ns");
    assertThat(found)
        .singleElement()
        .isEqualTo(new LoggedSafepoint("X", 21, 5, 2, parts[1], List.of()));
  }

  @Test
  void computesUptimeZero() {
    read(
        """
        [1081004436526ns][5604892ns][info][gc,init] CardTable entry size: 512
        [1082131582678ns][1132751009ns][info][gc] Using G1
        """);
    assertThat(parser.uptimeZero())
        .as("the larger one: the uptime is read a little later")
        .isEqualTo(1082131582678L - 1132751009L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[",
        "[12ns]",
        "[12ns][10ns][info][safepo",
        "[12ns][10ns][info][safepoint]",
        "[0.123s][10ns][info][safepoint] Safepoint \"X\", Time since last: 1 ns",
        "[12ns][xns][info][safepoint] Safepoint",
        "[99999999999999999999ns][10ns][info][safepoint] Safepoint",
        "[12ns][10ns][info][safepoint] Safepoint \"X\", Time since last: 1 ns, Reaching safepoint: 99999999999999999999 ns, At safepoint: 3 ns, Total: 5 ns",
        "Exception in thread \"main\" # \"x\" nid=0x12 ",
      })
  void ignoresOtherLines(String line) {
    read(line);
    assertThat(found).isEmpty();
  }
}
