package dev.takt.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.spi.render.TextStyle;
import dev.takt.fleet.coordinator.CheckedMachine;
import dev.takt.load.share.Share;
import dev.takt.runs.clock.Offset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CheckReportTest {

  private static CheckedMachine machine(
      String name, String takt, @Nullable Share share, long error, @Nullable String problem) {
    Optional<Offset> clock =
        error < 0 ? Optional.empty() : Optional.of(new Offset(7_000_000_000L, error, 20));
    return new CheckedMachine(
        name, "host-" + name, takt, 4, name.startsWith("t"), share, clock, problem);
  }

  @Test
  void allAreReady() {
    CheckReport report =
        new CheckReport(
            List.of(
                machine("a", "1.4.0", new Share(0, 1, 4), 126_000, null),
                machine("b", "1.4.0", new Share(1, 3, 4), 98_000, null),
                machine("target", "1.4.0", null, 99_000, null)),
            2,
            0);
    assertThat(report.areAllReady()).isTrue();
    assertThat(report.text(TextStyle.PLAIN))
        .isEqualTo(
            """
            2 of 2 machines are ready

            machine  host         takt   cores  share      clock  state
            a        host-a       1.4.0      4    1/4   ± 126 µs  ready
            b        host-b       1.4.0      4  2-4/4  ± 98.0 µs  ready
            target   host-target  1.4.0      4         ± 99.0 µs  watches
            """);
  }

  @Test
  void saysWhatIsWrong() {
    CheckReport report =
        new CheckReport(
            List.of(
                machine("a", "1.4.0", new Share(0, 1, 2), -1, null),
                machine(
                    "b",
                    "1.5.0",
                    new Share(1, 1, 2),
                    3_000_000,
                    "its generator ended before the start:\ntakt: no answer")),
            2,
            0);
    assertThat(report.areAllReady()).isFalse();
    assertThat(report.text(TextStyle.PLAIN))
        .isEqualTo(
            """
            1 of 2 machines are ready

            machine  host    takt   cores  share      clock  state
            a        host-a  1.4.0      4    1/2    unknown  ready
            b        host-b  1.5.0      4    2/2  ± 3.00 ms  not ready

            b: its generator ended before the start:
              takt: no answer
            the versions of Takt differ: 1.4.0 on a; 1.5.0 on b
            the clocks are known to ± 3.00 ms: the machines start as far apart, and shorter
            stalls are not explained
            """);
  }

  @Test
  void whatIsWrongWithSeveralIsSaidOnce() {
    CheckReport report =
        new CheckReport(
            List.of(
                machine("a", "1", new Share(0, 1, 2), 1_000, "no\nanswer"),
                machine("b", "1", new Share(1, 1, 2), 1_000, "no\nanswer")),
            2,
            0);
    assertThat(report.text(TextStyle.PLAIN)).endsWith("\n\na, b: no\n  answer\n");
  }

  @Test
  void machineThatIsMissingIsNotReady() {
    CheckReport report =
        new CheckReport(List.of(machine("a", "1", new Share(0, 1, 1), 1_000, null)), 2, 0);
    assertThat(report.areAllReady()).isFalse();
    assertThat(report.text(TextStyle.PLAIN)).startsWith("1 of 2 machines are ready\n");
  }

  @Test
  void watcherThatIsNotReadyIsAProblem() {
    CheckReport report =
        new CheckReport(
            List.of(
                machine("a", "1", new Share(0, 1, 1), 1_000, null),
                machine("t", "1", null, 1_000, "there is no process 7")),
            1,
            0);
    assertThat(report.areAllReady()).isFalse();
    assertThat(report.text(TextStyle.PLAIN))
        .startsWith("1 of 1 machine is ready\n")
        .contains("not ready", "t: there is no process 7");
  }

  @Test
  void watcherThatIsMissingIsNotReady() {
    List<CheckedMachine> machines = List.of(machine("a", "1", new Share(0, 1, 1), 1_000, null));
    CheckReport report = new CheckReport(machines, 1, 1);
    assertThat(report.areAllReady()).isFalse();
    assertThat(report.text(TextStyle.PLAIN))
        .startsWith("1 of 1 machine is ready, and 0 of 1 that only watch\n");
  }
}
