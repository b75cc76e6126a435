package dev.takt.probes.profilers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PerfTest {

  /// As perf 6.1 prints it.
  private static final String OUTPUT =
      """
      burner 13998\s
      \tffffffff821f5b65 irqentry_exit_to_user_mode ([kernel.kallsyms])
      \t    7fe6fbecb2ae long dev.takt.Loops$Inlined.sum(int, long[]) (/tmp/perf-13978.map)
      \t    7fe6fb940438 Interpreter (/tmp/perf-13978.map)
      \t           891f5 start_thread+0x305 (/usr/lib/x86_64-linux-gnu/libc.so.6)

      burner 13998\s
      \t    7fe6fb96a007 StubRoutines (finalstubs) (/tmp/perf-13978.map)
      \t    7fe6fbecb371 void dev.takt.Copy.phaseA() (/tmp/perf-13978.map)

      C2 CompilerThre 13990\s
      \t          a23840 Compile::Optimize (/usr/lib/server/libjvm.so)

      other 13991\s
      \t               0 [unknown] ([unknown])

      burner 13998\s
      \t               0 [unknown] ([unknown])
      """;

  private static Samples parse(String output) {
    return Perf.parse(output.lines().toList(), "burner"::equals, 10);
  }

  @Test
  void samplesOfBurningThreadsHaveTheirMethods() {
    Samples samples = parse(OUTPUT);
    assertThat(samples.stacks())
        .extracting(Stack::frames)
        .containsExactly(
            List.of("start_thread", "[Interpreter]", "dev.takt.Loops$Inlined.sum"),
            List.of("dev.takt.Copy.phaseA", "[StubRoutines (finalstubs)]"),
            List.of("[unknown]"));
    assertThat(samples.stacks()).allMatch(each -> each.nanos() == 10 && each.samples() == 1);
    assertThat(samples.jvmNanos()).isEqualTo(10);
  }

  @Test
  void lastSampleNeedsNoBlankLine() {
    assertThat(parse(OUTPUT.strip()).stacks()).hasSize(3);
  }

  @Test
  void reasonIsTheFirstLineThatSaysOne() {
    String refused =
        """
        Error:
        Access to performance monitoring and observability operations is limited.
        Consider adjusting /proc/sys/kernel/perf_event_paranoid setting to open
        """;
    assertThat(Perf.reason(refused))
        .isEqualTo("Access to performance monitoring and observability operations is limited.");
    assertThat(Perf.reason("Error:\n")).isEqualTo("it says no reason");
  }

  @Test
  void nothingIsNoSample() {
    assertThat(parse("").stacks()).isEmpty();
    assertThat(parse("\tno frame\n\n\n").stacks()).isEmpty();
  }
}
