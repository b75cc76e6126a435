package dev.takt.probes.command;

import static dev.takt.counters.StandardEvent.CYCLES;
import static dev.takt.counters.StandardEvent.INSTRUCTIONS;
import static dev.takt.counters.StandardEvent.LLC_MISSES;
import static dev.takt.counters.StandardEvent.NODE_LOADS;
import static dev.takt.counters.StandardEvent.PAGE_FAULTS;
import static dev.takt.counters.StandardEvent.STALLED_CYCLES_FRONTEND;
import static dev.takt.counters.StandardEvent.TASK_CLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.counters.Event;
import dev.takt.counters.FedReading;
import dev.takt.counters.StandardEvent;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Counters as a machine with hardware counters has them.
class CounterTableTest {

  private static final long SECOND = 1_000_000_000;
  private static final Event LONG = Event.parse("cpu/event=0xd1,umask=0x20,cmask=0x1,inv=0x0/");

  private static String printed(
      List<Event> asked,
      Map<Event, long[]> counted,
      Map<Event, String> notSupported,
      Set<Event> userOnly) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
      CounterTable.print(
          out,
          new CounterResult(
              "sh -c true", FedReading.of(asked, counted, notSupported), userOnly, 100 * SECOND, 0),
          80);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static long[] always(long count) {
    return new long[] {count, 200 * SECOND, 200 * SECOND};
  }

  @Test
  void ratesArePerSecondOfCpuTimeAndNotesStandBelow() {
    String table =
        printed(
            List.of(TASK_CLOCK, CYCLES, INSTRUCTIONS, STALLED_CYCLES_FRONTEND, LONG, LLC_MISSES),
            Map.of(
                TASK_CLOCK, always(200 * SECOND),
                CYCLES, always(1_234_567_890_200L),
                INSTRUCTIONS, always(2_469_135_780_400L),
                STALLED_CYCLES_FRONTEND, new long[] {500_000_000_000L, 200 * SECOND, 100 * SECOND},
                LONG, always(9_876_543_210_000L)),
            Map.of(LLC_MISSES, "this processor does not count it"),
            Set.of(INSTRUCTIONS));

    assertThat(table)
        .isEqualTo(
            """

            Counted for sh -c true in 100 s:

                         200 s  task-clock                2.00 processors used
             1,234,567,890,200  cycles                    6,172,839,451 /s CPU
             2,469,135,780,400  instructions              12,345,678,902 /s CPU
                                2.00 a cycle
                                user mode only, without the kernel's part
             1,000,000,000,000  stalled-cycles-frontend   5,000,000,000 /s CPU
                                an estimate: counted for 50 % of the time, times 2.00
             9,876,543,210,000  cpu/event=0xd1,umask=0x20,cmask=0x1,inv=0x0/
                                49,382,716,050 /s CPU

            Not counted: llc-misses: this processor does not count it
            """
                .replace("            \n", "\n"));
  }

  @Test
  void rateWithoutCpuTimeIsPerSecondOfElapsedTime() {
    assertThat(printed(List.of(PAGE_FAULTS), Map.of(PAGE_FAULTS, always(1200)), Map.of(), Set.of()))
        .contains("1,200  page-faults               12 /s\n");
  }

  @Test
  void hugeCountsAndLongReasonsFit() {
    List<Event> asked = new ArrayList<>(List.of(StandardEvent.values()));
    asked.add(LONG);
    Map<Event, long[]> counted = new HashMap<>();
    asked.forEach(each -> counted.put(each, always(999_999_999_999_999L)));
    counted.remove(NODE_LOADS);
    counted.put(LLC_MISSES, new long[] {0, 200 * SECOND, 0});
    counted.put(CYCLES, new long[] {999_999_999_999L, 200 * SECOND, SECOND});
    String reason =
        "the kernel refuses it: EACCES (Permission denied), kernel.perf_event_paranoid is 2; run as"
            + " root, with CAP_PERFMON, or lower that setting";
    String table = printed(asked, counted, Map.of(NODE_LOADS, reason), Set.copyOf(asked));

    assertThat(table.lines()).allMatch(line -> line.length() <= 80);
    assertThat(table.replaceAll("\\s+", " "))
        .contains(
            "Not counted: node-loads: " + reason, "Not counted: llc-misses: never had its turn");
  }
}
