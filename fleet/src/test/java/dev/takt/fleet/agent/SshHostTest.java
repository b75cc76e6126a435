package dev.takt.fleet.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.fleet.engine.FleetKey;
import java.util.List;
import org.junit.jupiter.api.Test;

class SshHostTest {

  @Test
  void commandForwardsAPortToTheCoordinatorAndStartsAnAgentThere() throws Exception {
    FleetKey key = FleetKey.temporary();
    List<AgentCommand> commands =
        SshHost.commands(
            List.of(
                SshHost.parse("load1"),
                SshHost.parse("ann@load2 port=2222 name=big weight=3 takt=~/takt/takt allow")),
            4711,
            key);
    AgentCommand first = commands.getFirst();
    String forward = first.words().get(first.words().indexOf("-R") + 1);
    assertThat(forward).matches("127\\.0\\.0\\.1:[23]\\d{4}:127\\.0\\.0\\.1:4711");
    String port = forward.split(":", -1)[1];
    assertThat(first.words())
        .startsWith("ssh", "-T", "-o", "BatchMode=yes")
        .containsSequence("-o", "ExitOnForwardFailure=yes")
        .endsWith(
            "load1",
            "takt fleet join 127.0.0.1:"
                + port
                + " --name load1 --weight 1 --join-timeout 10s --fleet-key -");
    assertThat(first.key()).contains(key);
    AgentCommand second = commands.get(1);
    String other = second.words().get(second.words().indexOf("-R") + 1).split(":", -1)[1];
    assertThat(other).as("both lines can name one machine").isNotEqualTo(port);
    assertThat(second.name()).isEqualTo("big");
    assertThat(second.words())
        .endsWith(
            "-p",
            "2222",
            "ann@load2",
            "./takt/takt fleet join 127.0.0.1:"
                + other
                + " --name big --weight 3 --join-timeout 10s --fleet-key - --allow");
  }
}
