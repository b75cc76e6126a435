package dev.takt.runs.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnHostTest {

  private static OwnHost at(String address, int port) {
    return new OwnHost(new InetSocketAddress(InetAddress.ofLiteral(address), port));
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, localhost:8080, true",
    "127.0.0.1, LocalHost:8080, true",
    "127.0.0.1, 127.0.0.1:8080, true",
    "127.0.0.1, [::1]:8080, true",
    "127.0.0.1, localhost, false",
    "127.0.0.1, localhost:8081, false",
    "127.0.0.1, localhost:80801, false",
    "127.0.0.1, evil.example:8080, false",
    "127.0.0.1, localhost.evil:8080, false",
    "127.0.0.1, 127.0.0.1.evil:8080, false",
    "127.0.0.1, 192.168.1.4:8080, false",
    "127.0.0.1, '', false",
    "192.168.1.4, 192.168.1.4:8080, true",
    "192.168.1.4, 192.168.1.5:8080, false",
    "::1, [0:0:0:0:0:0:0:1]:8080, true",
    "::1, [::2]:8080, false",
    "::1, [:::::]:8080, false",
    "0.0.0.0, 192.168.1.5:8080, true",
    "0.0.0.0, evil.example:8080, false",
  })
  void onlyItsOwnNamesAreMeant(String bound, String host, boolean isMeant) {
    assertThat(at(bound, 8080).matches(List.of(host))).isEqualTo(isMeant);
  }

  @Test
  void thePortOfHttpMayBeLeftOut() {
    assertThat(at("127.0.0.1", 80).matches(List.of("localhost"))).isTrue();
    assertThat(at("127.0.0.1", 80).matches(List.of("localhost:80"))).isTrue();
    assertThat(at("127.0.0.1", 80).matches(List.of("localhost:81"))).isFalse();
  }

  @Test
  void aRequestNamesOneHost() {
    assertThat(at("127.0.0.1", 8080).matches(List.of())).isFalse();
    assertThat(at("127.0.0.1", 8080).matches(List.of("localhost:8080", "localhost:8080")))
        .isFalse();
  }
}
