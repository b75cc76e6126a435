package dev.takt.cli.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.cli.World;
import dev.takt.testing.Timing;
import dev.takt.watch.counters.Counter;
import dev.takt.watch.counters.HardwareCounters;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ProbeCountersTest {

  @TempDir Path folder;

  private World ran(int code, String... command) {
    World world = new World(folder);
    String[] args = new String[command.length + 2];
    args[0] = "probe";
    args[1] = "counters";
    System.arraycopy(command, 0, args, 2, command.length);
    assertThat(world.run(args)).as(world.err()).isEqualTo(code);
    assertThat(world.out()).isEmpty();
    return world;
  }

  private static void requireCounters() {
    assumeTrue(HardwareCounters.available().contains(Counter.CONTEXT_SWITCHES), "no counters here");
  }

  @Timing
  @Test
  void countsTheCommandAndWhatItStartsAndEndsAsItDoes() {
    requireCounters();
    String script = "for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.01; done; exit 7";
    String err = ran(7, "--", "sh", "-c", script).err();

    Matcher switches = Pattern.compile("(\\d+)  context-switches").matcher(err);
    assertThat(switches.find()).as(err).isTrue();
    // Each sleep causes a context switch, and so does the shell that waits for it.
    assertThat(Integer.parseInt(switches.group(1))).isBetween(20, 2000);
    assertThat(err).contains("Counted for sh -c for i in", "  task-clock ", " processors used");
    if (!HardwareCounters.available().contains(Counter.CYCLES)) {
      assertThat(err).contains("Not counted: cycles, instructions,", "no hardware counters");
    }
  }

  @Test
  void theCommandsOwnFlagsAreItsOwn() {
    requireCounters();
    assertThat(ran(0, "--counters", "page-faults", "sh", "-c", "true", "--help").err())
        .contains("page-faults")
        .doesNotContain("task-clock");
  }

  @Test
  void signalledCommandExitsWith128PlusSignal() {
    requireCounters();
    assertThat(ran(137, "--", "sh", "-c", "kill -9 $$").err())
        .contains("takt: sh was killed by SIGKILL");
  }

  @Test
  void whatIsWrongIsSaid() {
    assertThat(ran(2).err()).contains("there is no command to count");
    assertThat(ran(2, "--").err()).contains("there is no command to count");
    assertThat(ran(2, "--counters", "cycels", "--", "true").err())
        .contains("there is no counter 'cycels'; there are cycles, ");
    requireCounters();
    assertThat(ran(1, "--", "no-such-program").err()).contains("cannot start no-such-program");
  }
}
