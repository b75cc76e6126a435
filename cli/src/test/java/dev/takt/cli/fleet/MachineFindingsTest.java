package dev.takt.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.output.Samples;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.RunRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineFindingsTest {

  @TempDir private Path folder;

  private RunDirectory whole;

  @BeforeEach
  void write() throws IOException {
    whole = RunDirectory.create(folder.resolve("run"));
    for (int i = 1; i <= 3; i++) {
      RunDirectory.create(whole.resolve("machines").resolve("m" + i))
          .write(
              RunRecord.started(Map.of(), Environment.capture())
                  .ended(
                      RunRecord.State.FINISHED,
                      Samples.run("fixed")
                          .withGenerator(
                              Samples.generator(Verdict.LATE, List.of(i + ".00 ms late")))));
    }
  }

  private static Fleet.Machine machine(String name, @Nullable String share) {
    return new Fleet.Machine(
        name, "host", share, Fleet.State.FINISHED, Fleet.Clock.SAME, null, Fleet.Course.NONE, null);
  }

  @Test
  void eachMachineWithAShareHasItsOwn() {
    Fleet fleet =
        new Fleet(
            List.of(
                machine("m1", "1/3"),
                machine("m2", "2/3"),
                machine("gone", "3/3"),
                machine("m3", null)));

    assertThat(MachineFindings.render(whole, fleet, TextStyle.PLAIN))
        .isEqualTo(
            """

            generators, machine by machine
              - m1: 1.00 ms late
              - m2: 2.00 ms late
            """);
  }

  @Test
  void oneMachineHasNothingToAdd() {
    assertThat(
            MachineFindings.render(
                whole, new Fleet(List.of(machine("m1", "1/1"))), TextStyle.PLAIN))
        .isEmpty();
    assertThat(MachineFindings.render(whole, null, TextStyle.PLAIN)).isEmpty();
  }
}
