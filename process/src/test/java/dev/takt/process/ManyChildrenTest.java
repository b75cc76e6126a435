package dev.takt.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/// Many children at once with few threads, and many in sequence without growth.
@Timeout(300)
@ExtendWith(NothingLeftBehind.class)
class ManyChildrenTest {

  @Test
  void fiveHundredAtOnce() throws Exception {
    atOnce(500);
  }

  @Test
  void aThousandAtOnce() throws Exception {
    atOnce(1_000);
  }

  private static void atOnce(int number) throws Exception {
    try (Launcher launcher = Testing.launcher().eventLoops(3).build()) {
      List<Recorder> recorders = new ArrayList<>();
      List<CallbackChild> children = new ArrayList<>();
      Set<Thread> before = Testing.pumps();
      for (int i = 0; i < number; i++) {
        Recorder recorder = new Recorder();
        recorders.add(recorder);
        children.add(launcher.start(Command.of("cat"), recorder));
      }
      assertThat(children).allMatch(Child::isRunning);
      for (int i = 0; i < number; i++) {
        children.get(i).write(java.nio.ByteBuffer.wrap(Testing.utf8("child " + i)));
      }
      for (int i = 0; i < number; i++) {
        recorders.get(i).awaitText("child " + i);
      }
      // The pumps of an earlier test may still be ending: only new ones count.
      assertThat(Testing.pumps()).filteredOn(pump -> !before.contains(pump)).hasSizeBetween(1, 3);
      children.forEach(CallbackChild::closeStdin);
      for (int i = 0; i < number; i++) {
        assertThat(children.get(i).awaitExit().isSuccess()).isTrue();
        assertThat(recorders.get(i).text()).isEqualTo("child " + i);
        assertThat(recorders.get(i).events()).containsOnlyOnce("exit code 0");
      }
    }
  }

  @Test
  void twoThousandInARow() throws Exception {
    inARow(2_000);
  }

  @Test
  @Tag("slow")
  void tenThousandInARow() throws Exception {
    inARow(10_000);
  }

  private static void inARow(int number) throws Exception {
    try (Launcher launcher = Testing.launcher().build()) {
      Command command = Command.of("true");
      run(launcher, command, 100);
      int descriptors = Testing.descriptors().size();
      int threads = Thread.activeCount();
      long heap = usedHeap();
      long resident = resident();
      run(launcher, command, number);

      assertThat(Testing.descriptors().size()).isLessThanOrEqualTo(descriptors + 8);
      assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads + 4);
      assertThat(usedHeap() - heap).as("growth of the heap").isLessThan(1 << 20);
      assertThat(resident() - resident).as("growth of all memory").isLessThan(48 << 20);
    }
  }

  private static void run(Launcher launcher, Command command, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      assertThat(launcher.run(command, Testing.LONG).isSuccess()).isTrue();
    }
  }

  /// Resident memory in bytes: it includes the native memory, and a heap that is touched
  /// repeatedly.
  private static long resident() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }

  private static long usedHeap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
