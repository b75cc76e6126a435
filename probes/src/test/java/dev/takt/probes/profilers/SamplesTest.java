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
            new Stack(List.of("a.B.c", "d.E.f"), 30, 3), new Stack(List.of("a.B.c"), 10, 1));
  }

  @Test
  void readsThoseOfAsyncProfilerOfTheBurnerOnly() throws Exception {
    assertThat(
            read(
                """
                [burner tid=4711];java/lang/Thread.run_[0];x/y/Z$W.phaseA_[j];jlong_disjoint_arraycopy 7
                [GC Thread#0 tid=4712];start_thread;GCTaskThread::run 9
                """))
        .containsExactly(
            new Stack(
                List.of("java.lang.Thread.run", "x.y.Z$W.phaseA", "jlong_disjoint_arraycopy"),
                70,
                7));
  }

  @Test
  void refusesWhatIsNone() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> read("a;b\n"))
        .withMessageEndingWith("stacks has a line without a number: a;b");
  }
}
