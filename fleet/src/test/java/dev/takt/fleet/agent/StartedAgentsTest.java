package dev.takt.fleet.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.takt.fleet.engine.FleetKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Agents are shell scripts here.
@Timeout(60)
class StartedAgentsTest {

  @TempDir Path folder;

  private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();

  private StartedAgents agents() {
    return new StartedAgents(
        folder.resolve("agents"), (isSuccess, text) -> ends.add((isSuccess ? "+ " : "- ") + text));
  }

  private static AgentCommand agent(String script, Optional<FleetKey> key) {
    return new AgentCommand("m1", "ssh h1", List.of("sh", "-c", script), key, "Install Takt");
  }

  private String endOf(String script) throws Exception {
    try (StartedAgents agents = agents()) {
      agents.start(agent(script, Optional.empty()));
      return String.valueOf(ends.poll(20, TimeUnit.SECONDS));
    }
  }

  @Test
  void endIsReportedWithItsExitCodeAndWhatItWrote() throws Exception {
    assertThat(endOf("printf 'Permission denied\\r\\n\\033[2Jpublic key\\n' >&2; exit 255"))
        .isEqualTo("- m1: ssh h1 ended (exit code 255):\nPermission denied\n[2Jpublic key");
    assertThat(endOf("exit 0")).isEqualTo("+ m1: ssh h1 ended (exit code 0)");
    assertThat(endOf("kill -9 $$")).isEqualTo("- m1: ssh h1 ended (killed by SIGKILL)");
  }

  @Test
  void missingProgramIsReportedWithAdvice() throws Exception {
    assertThat(endOf("echo 'takt: not found' >&2; exit 127"))
        .isEqualTo("- m1: ssh h1 ended (exit code 127):\ntakt: not found\nInstall Takt");
  }

  @Test
  void onlyTheEndOfALongTextIsReported() throws Exception {
    assertThat(endOf("head -c 100000 /dev/zero | tr '\\0' x >&2; echo end >&2; exit 1"))
        .hasSize("- m1: ssh h1 ended (exit code 1):\n".length() + 1_999)
        .endsWith("xend");
  }

  @Test
  void programThatCannotBeStartedIsNamed() {
    try (StartedAgents agents = agents()) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() ->
              agents.start(
                  new AgentCommand(
                      "m1", "ssh h1", List.of("/none/ssh"), Optional.empty(), "Install Takt")))
          .withMessageStartingWith("m1: ssh h1 cannot be started: ");
    }
  }

  @Test
  void keyIsWrittenToStandardInputAndNowhereElse() throws Exception {
    FleetKey key = FleetKey.temporary();
    Path kept = folder.resolve("kept");
    try (StartedAgents agents = agents()) {
      agents.start(agent("cat > " + kept + "; env > " + kept + ".env; exit 1", Optional.of(key)));
      assertThat(ends.poll(20, TimeUnit.SECONDS)).isNotNull();
    }
    assertThat(Files.readAllBytes(kept)).isEqualTo(key.file());
    FleetKey.read(Files.newInputStream(kept));
    assertThat(SshHost.commands(List.of(SshHost.parse("h")), 1, key))
        .allSatisfy(each -> assertThat(each.words()).noneMatch(word -> word.contains(".p12")));
  }

  @Test
  void processesThatDoNotEndByThemselvesAreEndedInSilence() throws Exception {
    Path begun = folder.resolve("begun");
    Path ended = folder.resolve("ended");
    String wait = "touch " + begun + "; while :; do sleep 0.05; done";
    try (StartedAgents agents = agents()) {
      agents.start(agent("trap 'touch " + ended + "; exit 1' TERM; " + wait, Optional.empty()));
      while (!Files.exists(begun)) {
        Thread.sleep(10);
      }
    }
    assertThat(ended).exists();
    assertThat(ends).isEmpty();
  }

  @Test
  void processThatEndsByItselfIsGivenTheTimeForThat() throws Exception {
    Path done = folder.resolve("done");
    try (StartedAgents agents = agents()) {
      agents.start(agent("sleep 0.5; touch " + done, Optional.empty()));
    }
    assertThat(done).exists();
  }
}
