package dev.takt.cassandra.stress.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class HelpTextTest {

  @Test
  void saysWhatIsRefusedAndWhatHasNoEffect() {
    assertThat(HelpText.of(Optional.of("-node")))
        .contains(
            "  datacenter=  a value", "  rack=  refused: the nodes of one datacenter are used");
    assertThat(HelpText.of(Optional.of("-mode")))
        .contains("  compression=  one of none, lz4")
        .contains("  thrift  refused: Takt supports CQL only; use native");
    assertThat(HelpText.of(Optional.of("-log")))
        .contains("  level=  accepted, without effect: the output is always complete");
  }

  @Test
  void refusedGroupHasItsReason() {
    assertThat(HelpText.of(Optional.of("-sample")))
        .containsExactly("-sample  refused: Takt records every operation");
    assertThat(HelpText.of(Optional.empty())).contains("  -reporting  refused: use -log interval=");
  }

  @Test
  void overviewHasOnlyWhatWorks() {
    assertThat(HelpText.of(Optional.empty()))
        .contains(
            "  -node  … file= whitelist datacenter=",
            "  -transport  truststore= truststore-password= keystore= keystore-password=");
  }
}
