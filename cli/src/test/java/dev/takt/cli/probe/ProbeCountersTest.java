package dev.takt.cli.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.cli.World;
import dev.takt.counters.Counters;
import dev.takt.counters.StandardEvent;
import dev.takt.testing.Timing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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
    assumeTrue(Counters.available().contains(StandardEvent.CONTEXT_SWITCHES), "no counters here");
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
    if (!Counters.available().contains(StandardEvent.CYCLES)) {
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

  @Timing
  @Test
  void processIsCountedForSomeTime() throws Exception {
    requireCounters();
    Process busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
    try {
      Duration before = busy.info().totalCpuDuration().orElseThrow();
      World world = new World(folder);
      assertThat(world.run("probe", "counters", "--pid", "" + busy.pid(), "--for", "1s")).isZero();
      Duration used = busy.info().totalCpuDuration().orElseThrow().minus(before);

      Matcher clock = Pattern.compile("([0-9.]+) (m?s)  task-clock").matcher(world.out());
      assertThat(clock.find()).as(world.out()).isTrue();
      double seconds = Double.parseDouble(clock.group(1)) / (clock.group(2).equals("s") ? 1 : 1000);
      // The other count is in steps of 10 ms, and covers the start of the command, too.
      assertThat(seconds)
          .isBetween(used.toMillis() / 1000.0 - 0.2, used.toMillis() / 1000.0 + 0.02);
      assertThat(world.out())
          .contains("Counted for process " + busy.pid() + " in 1.0")
          .doesNotContain("may be missing");
      assertThat(world.out().lines()).allMatch(line -> line.length() <= 80);
    } finally {
      busy.destroyForcibly().waitFor();
    }
  }

  @Timing
  @Test
  void processThatEndsIsCountedUntilThen() throws Exception {
    requireCounters();
    Process child =
        new ProcessBuilder("sh", "-c", "for i in 1 2 3 4 5 6 7 8 9; do sleep 0.1; done").start();
    World world = new World(folder);
    assertThat(world.run("probe", "counters", "--pid", "" + child.pid(), "--for", "50s")).isZero();
    assertThat(child.isAlive()).isFalse();

    assertThat(world.err())
        .containsPattern("process " + child.pid() + " ended after [0-9]+ ms|after 1");
    Matcher switches = Pattern.compile("(\\d+)  context-switches").matcher(world.out());
    assertThat(switches.find()).as(world.out()).isTrue();
    assertThat(Integer.parseInt(switches.group(1))).isBetween(10, 1000);
  }

  @Test
  void machinesGetJson() throws Exception {
    requireCounters();
    Process child = new ProcessBuilder("sleep", "10").start();
    try {
      World world = new World(folder);
      String events = "task-clock,cpu_none/event=1/";
      assertThat(
              world.run(
                  "probe",
                  "counters",
                  "--pid=" + child.pid(),
                  "--for=20ms",
                  "--format=json",
                  "--counters=" + events))
          .as(world.err())
          .isZero();

      JsonNode json = new JsonMapper().readTree(world.out());
      assertThat(json.get("subject").asString()).isEqualTo("process " + child.pid());
      assertThat(json.get("nanos").asLong()).isBetween(20_000_000L, 5_000_000_000L);
      assertThat(json.get("counters")).hasSize(2);
      JsonNode clock = json.get("counters").get(0);
      assertThat(clock.get("event").asString()).isEqualTo("task-clock");
      assertThat(clock.get("count").isNumber()).isTrue();
      assertThat(clock.get("timeShare").asDouble()).isEqualTo(1);
      JsonNode none = json.get("counters").get(1);
      assertThat(none.get("count").isNull()).isTrue();
      assertThat(none.get("why").asString())
          .startsWith("this machine has no PMU cpu_none; it has: ");
    } finally {
      child.destroyForcibly().waitFor();
    }
  }

  @Test
  void interruptedCountIsShown() throws Exception {
    requireCounters();
    Process child = new ProcessBuilder("sleep", "60").start();
    try {
      World world = new World(folder);
      Thread run =
          Thread.ofPlatform()
              .start(
                  () -> world.run("probe", "counters", "--pid", "" + child.pid(), "--for", "50s"));
      Thread.sleep(500);
      world.pressCtrlC();
      run.join(10_000);
      assertThat(run.isAlive()).isFalse();
      assertThat(world.out()).contains("Counted for process " + child.pid());
    } finally {
      child.destroyForcibly().waitFor();
    }
  }

  @Test
  void whatIsWrongIsSaid() {
    assertThat(ran(2).err()).contains("there is no command to count");
    assertThat(ran(2, "--").err()).contains("there is no command to count");
    assertThat(ran(2, "--counters", "cycels", "--", "true").err())
        .contains("there is no event 'cycels'; there are cycles, ");
    assertThat(ran(2, "--pid", "1", "--", "true").err())
        .contains("--pid: a command cannot be counted at the same time");
    assertThat(ran(2, "--for", "1s", "--", "true").err()).contains("--for: only with --pid");
    for (String wrong : new String[] {"0", "-1", "x", "99999999999999999999", ""}) {
      assertThat(ran(2, "--pid", wrong).err()).as(wrong).contains("--pid");
    }
    assertThat(ran(2, "--pid", "1", "--for", "soon").err()).contains("--for");
    assertThat(ran(2, "--counters", "cpu/umask=/", "--", "true").err())
        .contains("'cpu/umask=/' is not an event; write PMU/NAME/");
    requireCounters();
    assertThat(ran(1, "--pid", "999999999").err())
        .contains("nothing can be counted: there is no process 999999999");
    assertThat(ran(1, "--", "no-such-program").err()).contains("cannot start no-such-program");
  }
}
