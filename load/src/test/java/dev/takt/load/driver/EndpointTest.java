package dev.takt.load.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointTest {

  private static List<InetAddress> addresses(String... texts) throws UnknownHostException {
    InetAddress[] result = new InetAddress[texts.length];
    for (int i = 0; i < texts.length; i++) {
      result[i] = InetAddress.getByName(texts[i]);
    }
    return Arrays.asList(result);
  }

  @Test
  void familiesTakeTurns() throws Exception {
    assertThat(Endpoint.alternating(addresses("10.0.0.1", "10.0.0.2", "10.0.0.3", "::1", "::2")))
        .isEqualTo(addresses("10.0.0.1", "::1", "10.0.0.2", "::2", "10.0.0.3"));
    assertThat(Endpoint.alternating(addresses("::1", "::2", "10.0.0.1")))
        .isEqualTo(addresses("::1", "10.0.0.1", "::2"));
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 127.0.0.1:80",
    "::1, [::1]:80",
    "::, [::]:80",
    "1::, [1::]:80",
    "2001:db8:0:1:0:0:0:1, [2001:db8:0:1::1]:80",
    "2001:db8:1:2:3:4:5:6, [2001:db8:1:2:3:4:5:6]:80",
    "fe80::1%7, [fe80::1%7]:80",
  })
  void addressesAreWrittenAsPeopleWriteThem(String address, String text) throws Exception {
    assertThat(Endpoint.text(new InetSocketAddress(InetAddress.getByName(address), 80)))
        .isEqualTo(text);
  }

  @Test
  void socketIsWrittenAsItsPath() {
    assertThat(Endpoint.text(UnixDomainSocketAddress.of("/run/x.sock"))).isEqualTo("/run/x.sock");
  }

  @Test
  void unknownNameIsAFailureForPeople() {
    assertThatThrownBy(() -> Endpoint.resolve("no.such.host.invalid", 80, null))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("cannot find the host \"no.such.host.invalid\"");
  }

  @SuppressWarnings("AddressSelection") // literal addresses
  @Test
  void failureOfAnAddressThatIsNotCurrentAnyMoreChangesNothing() throws Exception {
    Endpoint endpoint =
        new Endpoint(
            List.of(new InetSocketAddress("127.0.0.1", 1), new InetSocketAddress("127.0.0.1", 2)),
            null);
    endpoint.failed(0);
    endpoint.failed(0);
    assertThat(endpoint.current()).isEqualTo(1);
    endpoint.failed(1);
    assertThat(endpoint.current()).isZero();
  }
}
