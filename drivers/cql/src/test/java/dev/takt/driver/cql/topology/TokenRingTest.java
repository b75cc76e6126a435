package dev.takt.driver.cql.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenRingTest {

  /// Node 0 has the tokens 10 and 40, node 1 has 20, node 2 has 30.
  private static final List<List<Long>> NODES =
      List.of(List.of(10L, 40L), List.of(20L), List.of(30L));

  @ParameterizedTest
  @CsvSource({
    "10, 0",
    "11, 1",
    "20, 1",
    "21, 2",
    "31, 0",
    "40, 0",
    "41, 0",
    "-9223372036854775807, 0",
    "9223372036854775807, 0"
  })
  void theNodeWithTheFirstTokenThatIsNotLower(long token, int node) {
    assertThat(TokenRing.of(NODES, 1, 3).replica(token, 5)).isEqualTo(node);
  }

  @Test
  void replicasAreTheNextDifferentNodes() {
    TokenRing ring = TokenRing.of(NODES, 2, 3);
    assertThat(List.of(ring.replica(21, 0), ring.replica(21, 1), ring.replica(21, 2)))
        .containsExactly(2, 0, 2);
    assertThat(List.of(ring.replica(35, 0), ring.replica(35, 1)))
        .as("of 40 and 10, both of node 0, then 20")
        .containsExactly(0, 1);
    assertThat(ring.replica(21, -1)).isEqualTo(0);
    assertThat(TokenRing.of(NODES, 5, 3).replica(21, 2)).as("no more than nodes").isEqualTo(1);
  }

  @Test
  void onlyUsableReplicasAreChosen() {
    TokenRing ring = TokenRing.of(NODES, 2, 2);
    assertThat(List.of(ring.replica(21, 0), ring.replica(21, 1)))
        .as("of the nodes 2 and 0")
        .containsExactly(0, 0);
    assertThat(TokenRing.of(NODES, 1, 2).replica(21, 0)).isEqualTo(TokenRing.NONE);
  }

  @Test
  void theFactorOfAKeyspaceInADatacenter() {
    String simple = "org.apache.cassandra.locator.SimpleStrategy";
    String network = "org.apache.cassandra.locator.NetworkTopologyStrategy";
    assertThat(
            TokenRing.replicationFactor(Map.of("class", simple, "replication_factor", "3"), "dc1"))
        .isEqualTo(3);
    assertThat(TokenRing.replicationFactor(Map.of("class", network, "dc1", "2"), "dc1"))
        .isEqualTo(2);
    assertThat(TokenRing.replicationFactor(Map.of("class", network, "dc1", "3/1"), "dc1"))
        .as("of them one is transient")
        .isEqualTo(3);
    assertThat(TokenRing.replicationFactor(Map.of("class", network, "dc2", "2"), "dc1")).isZero();
    assertThat(TokenRing.replicationFactor(Map.of("class", "LocalStrategy"), "dc1")).isZero();
  }

  @Test
  void theLowestHashIsNoToken() {
    assertThat(TokenRing.token(Long.MIN_VALUE)).isEqualTo(Long.MAX_VALUE);
    assertThat(TokenRing.token(-1)).isEqualTo(-1);
  }
}
