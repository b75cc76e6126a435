package dev.takt.cli.render.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.Fleet.Clock;
import dev.takt.runs.model.Fleet.Course;
import dev.takt.runs.model.Fleet.Machine;
import dev.takt.runs.model.Fleet.State;
import dev.takt.runs.model.GeneratorReport.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MachineTableTest {

  private static final long MILLI = 1_000_000;

  private static Machine machine(
      String name, String share, State state, @Nullable Verdict verdict, @Nullable Long late) {
    return new Machine(
        name,
        "host-" + name,
        share,
        state,
        new Clock(7, 500_000, 1),
        verdict,
        new Course(late, 9L),
        new Distribution(2_000, 0, MILLI, 0, 9 * MILLI, 0, 0, 1_004 * MILLI));
  }

  private static Machine finished(int number) {
    return machine("m" + number, number + "/9", State.FINISHED, Verdict.OK, 12_300L);
  }

  private static String text(int most, List<Machine> machines) {
    TextPage page = new TextPage(TextStyle.PLAIN);
    MachineTable.print(new Fleet(machines), most, page);
    return page.toString();
  }

  @Test
  void eachMachineHasItsShareItsTimesAndItsState() {
    Machine lost = machine("m2", "2-4/9", State.LOST, null, null);
    Machine silent =
        new Machine("m3", "h", "5/9", State.LOST, lost.clock(), null, Course.NONE, null);
    Machine watching =
        new Machine("target", "h", null, State.FINISHED, Clock.SAME, null, Course.NONE, null);

    String text =
        text(
            9,
            List.of(
                machine("m1", "1/9", State.FINISHED, Verdict.STALLED, 12_300L),
                lost,
                silent,
                watching));

    assertThat(text)
        .isEqualTo(
            """

            machine  share  count      p50      p99     max  generator
            m1         1/9  2,000  1.00 ms  9.00 ms  1.00 s  stalled
            m2       2-4/9  2,000  1.00 ms  9.00 ms  1.00 s  lost
            m3         5/9                                   lost
            target                                           watched
            started up to 12.3 µs after the agreed moment; clocks known to ± 500 µs
            """);
  }

  @Test
  void machinesWithAProblemComeFirstIfNotAllAreShown() {
    List<Machine> machines = new ArrayList<>();
    for (int i = 1; i <= 7; i++) {
      machines.add(finished(i));
    }
    machines.set(4, machine("m5", "5/9", State.FINISHED, Verdict.LATE, 0L));
    machines.set(6, machine("m7", "7/9", State.LOST, null, null));

    assertThat(text(7, machines).lines()).hasSize(10);
    assertThat(text(4, machines).lines().skip(2).map(each -> each.substring(0, each.indexOf(' '))))
        .containsExactly("m5", "m7", "m1", "and", "started");
    assertThat(text(4, machines)).contains("\nand 4 more: see --verbose\n");
  }

  @Test
  void clockThatIsNotKnownIsNamed() {
    Machine unknown =
        new Machine(
            "m2",
            "h",
            "2/2",
            State.FINISHED,
            new Clock(0, Clock.UNKNOWN_ERROR_NANOS, 0),
            Verdict.OK,
            new Course(0L, 1L),
            null);
    Machine known = machine("m1", "1/2", State.FINISHED, Verdict.OK, 0L);

    assertThat(text(9, List.of(known, unknown)))
        .endsWith(
            "all started at the agreed moment; clocks known to ± 500 µs; clock of m2 unknown\n");
    assertThat(text(9, List.of(unknown)))
        .endsWith("\nall started at the agreed moment; clock of m2 unknown\n");
  }

  @Test
  void runOfOneMachineHasNoTable() {
    assertThat(MachineTable.render(null, TextStyle.PLAIN)).isEmpty();
  }
}
