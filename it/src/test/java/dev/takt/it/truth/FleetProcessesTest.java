package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The processes of a machine: nothing of the fleet runs in the JVM that measures.
@EnabledOnOs(OS.LINUX)
@Tag("slow")
@Timeout(value = 150, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FleetProcessesTest {

  private static final Pattern THREAD_NAME = Pattern.compile("\"name\": \"([^\"]*)\"");
  private static final Pattern STACK = Pattern.compile("dev\\.takt\\.fleet|org\\.jgroups");

  /// What only the engine uses: the target is spoken to without TLS here.
  private static final String ENGINE = "org\\.jgroups\\.|sun\\.security\\.ssl\\.SSLSocket";

  private static final Pattern OF_THE_FLEET =
      Pattern.compile("fleet|jgroups|router|gossip|collect", Pattern.CASE_INSENSITIVE);

  @TempDir Path folder;

  private static String jcmd(long pid, String... words) throws Exception {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    List<String> command = new ArrayList<>(List.of(jcmd.toString(), "" + pid));
    command.addAll(List.of(words));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return text;
  }

  /// All threads, also virtual ones, with their stacks.
  private String threads(long pid) throws Exception {
    Path file = folder.resolve("threads-" + pid + ".json");
    String said = jcmd(pid, "Thread.dump_to_file", "-format=json", file.toString());
    assertThat(file).as(said).isNotEmptyFile();
    return Files.readString(file);
  }

  private static List<String> names(String threads) {
    return THREAD_NAME
        .matcher(threads)
        .results()
        .map(each -> each.group(1))
        .filter(each -> !each.isEmpty())
        .toList();
  }

  /// The classes with instances of packages.
  private static List<String> instances(long pid, String packages) throws Exception {
    return Pattern.compile("(?m)^.*?((?:" + packages + ")\\S*).*$")
        .matcher(jcmd(pid, "GC.class_histogram"))
        .results()
        .map((MatchResult each) -> each.group(1))
        .toList();
  }

  private static String commandLine(ProcessHandle process) throws IOException {
    return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline")).replace('\0', ' ');
  }

  @Test
  void generatorIsAChildOfItsAgentWithoutThreadsOfTheFleet() throws Exception {
    try (MachineFleet fleet = new MachineFleet(folder, 0, 0)) {
      fleet.start(20, 10, 3);
      for (int machine = 2; machine <= 3; machine++) {
        ProcessHandle generator = fleet.generator(machine);
        ProcessHandle agent = fleet.agent(machine).process().toHandle();
        assertThat(generator.parent()).hasValue(agent);
        assertThat(commandLine(agent)).contains(" fleet join ");
        assertThat(commandLine(generator)).contains(" run ").doesNotContain(" fleet ");

        String own = threads(agent.pid());
        assertThat(names(own))
            .as("the same look at the agent finds them")
            .anyMatch(OF_THE_FLEET.asPredicate());
        assertThat(STACK.matcher(own).find()).isTrue();
        assertThat(instances(agent.pid(), ENGINE)).isNotEmpty();

        String measured = threads(generator.pid());
        assertThat(names(measured)).isNotEmpty().noneMatch(OF_THE_FLEET.asPredicate());
        assertThat(STACK.matcher(measured).results().map(MatchResult::group)).isEmpty();
        assertThat(instances(generator.pid(), ENGINE)).isEmpty();
      }
      fleet.assertExact(fleet.coordinator().await(), 20);
    }
  }
}
