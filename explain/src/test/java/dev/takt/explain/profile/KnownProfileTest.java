package dev.takt.explain.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.ThreadTimes;
import dev.takt.runs.model.ThreadTimes.ProcessTime;
import dev.takt.runs.model.ThreadTimes.ThreadTime;
import dev.takt.runs.trace.OperationTraceWriter;
import dev.takt.testing.Timing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// A program whose hot methods are known by construction, profiled by the JVM's own sampler.
@EnabledOnOs(OS.LINUX)
@Timing
class KnownProfileTest {

  private static final long CPU_MILLIS = 2_000;
  private static final int ATTEMPTS = 3;

  /// Of some 100 samples on each side, a share of 0.75 has a standard deviation of 0.043.
  private static final double SHARE_TOLERANCE = 0.15;

  private static final double SUM_TOLERANCE = 0.1;

  @TempDir Path temp;

  @Test
  void methodHotInSlowMomentsIsFound() throws Exception {
    for (int attempt = 1; ; attempt++) {
      try {
        check(RunDirectory.create(temp.resolve("run-" + attempt)));
        return;
      } catch (AssertionError e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static void check(RunDirectory run) throws Exception {
    RunRecord record = RunRecord.started(Map.of(), Environment.capture());
    List<String[]> printed = runProgram(run);
    write(run, record, printed);

    Profile profile = RunProfile.read(run, null, name -> name.equals("the burner"));

    String[] burnt = line(printed, "burnt");
    double slow = share(burnt[1], burnt[2]);
    double rest = share(burnt[3], burnt[4]);
    assertThat(slow).isGreaterThan(0.65);
    assertThat(rest).isLessThan(0.35);
    HotFrame a = frame(profile, "HotMethods.methodA");
    HotFrame b = frame(profile, "HotMethods.methodB");
    assertThat(a.slowShare()).isCloseTo(slow, within(SHARE_TOLERANCE));
    assertThat(a.restShare()).isCloseTo(rest, within(SHARE_TOLERANCE));
    assertThat(b.slowShare()).isCloseTo(1 - slow, within(SHARE_TOLERANCE));
    assertThat(HotFrame.overRepresented(profile.tree()).getFirst().frame())
        .isEqualTo("HotMethods.methodA");
    assertThat(HotFrame.overRepresented(profile.tree()))
        .extracting(HotFrame::frame)
        .doesNotContain("HotMethods.methodB", "HotMethods.burn");

    ThreadCpuCoverage balance = profile.balance().total();
    long kernel = Long.parseLong(line(printed, "kernel")[4]);
    assertThat(balance.cpuNanos()).isEqualTo(kernel);
    assertThat((double) balance.accountedNanos() / kernel).isCloseTo(1, within(SUM_TOLERANCE));
    assertThat(profile.periodNanos()).isEqualTo(10_000_000);
    assertThat(profile.notes()).isEmpty();
  }

  private static double share(String part, String other) {
    return Double.parseDouble(part) / (Double.parseDouble(part) + Double.parseDouble(other));
  }

  private static HotFrame frame(Profile profile, String name) {
    return HotFrame.of(profile.tree()).stream()
        .filter(each -> each.frame().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " was not sampled"));
  }

  private static String[] line(List<String[]> printed, String first) {
    return printed.stream().filter(each -> each[0].equals(first)).findFirst().orElseThrow();
  }

  private static List<String[]> runProgram(RunDirectory run) throws Exception {
    Path program =
        Path.of(
            Objects.requireNonNull(KnownProfileTest.class.getResource("HotMethods.java")).toURI());
    Path output = run.resolve("program.out");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                program.toString(),
                run.recording(Side.TARGET).toString(),
                Long.toString(CPU_MILLIS))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(90, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    String text = Files.readString(output);
    assertThat(text).contains("kernel");
    return text.lines().map(each -> each.split(" ", -1)).toList();
  }

  /// Each slow interval is a slow operation; the others take 1 ns.
  private static void write(RunDirectory run, RunRecord record, List<String[]> printed)
      throws Exception {
    String[] kernel = line(printed, "kernel");
    long begin = Long.parseLong(kernel[2]);
    long end = Long.parseLong(kernel[3]);
    try (OperationTraceWriter trace =
        new OperationTraceWriter(run.operationTrace(), List.of("op"), begin, 100_000)) {
      OperationTraceWriter.Lane lane = trace.lane(20_000);
      for (String[] each : printed) {
        if (each[0].equals("slow")) {
          long from = Long.parseLong(each[1]);
          lane.record(0, from, from, Long.parseLong(each[2]), OperationState.COMPLETED.code());
        }
      }
      for (int i = 0; i < 10_000; i++) {
        lane.record(0, begin + i, begin + i, begin + i + 1, OperationState.COMPLETED.code());
      }
      trace.drain(0);
    }
    run.write(
        record
            .withPhases(begin, List.of(new RunRecord.Phase(RunRecord.Phase.MEASURE, begin, end)))
            .ended(RunRecord.State.FINISHED, null));
    ThreadTime thread =
        new ThreadTime(
            Long.parseLong(kernel[1]), "the burner", Long.parseLong(kernel[4]), false, false);
    run.write(
        new ThreadTimes(
            ThreadTimes.FORMAT_VERSION,
            List.of(
                new ProcessTime(
                    Side.TARGET, 1, begin, end, 1, thread.cpuNanos(), 0, List.of(thread)))));
  }
}
