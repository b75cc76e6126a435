package dev.takt.probes.profilers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplesTest {

  @TempDir Path folder;

  private List<Stack> read(String text) throws IOException {
    return Samples.ofCollapsed(Files.writeString(folder.resolve("stacks"), text), 10).stacks();
  }

  @Test
  void readsCollapsedStacks() throws Exception {
    assertThat(read("a.B.c;d.E.f 3\na.B.c 1\n"))
        .containsExactly(
            new Stack(List.of("a.B.c", "d.E.f"), Stack.NO_LINE, 30, 3),
            new Stack(List.of("a.B.c"), Stack.NO_LINE, 10, 1));
  }

  @Test
  void readsLinesOfTheProgram() throws Exception {
    String own = "dev.takt.probes.profilers.program.Loops.sum";
    assertThat(read("a.B.c:7;" + own + ":12;d.E.f:-1 2\n"))
        .containsExactly(new Stack(List.of("a.B.c", own, "d.E.f"), 12, 20, 2));
  }

  @Test
  void refusesWhatIsNone() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> read("a;b\n"))
        .withMessageEndingWith("stacks has a line without a number: a;b");
  }
}
