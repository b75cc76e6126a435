package dev.takt.load.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransportKindTest {

  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, EPOLL",
    "Linux, aarch64, EPOLL",
    "Linux, riscv64, NIO",
    "Mac OS X, aarch64, NIO",
    "Windows 11, amd64, NIO"
  })
  void systemWithoutEpollHasNio(String system, String architecture, TransportKind expected) {
    boolean hasEpoll = Platform.isSupported(system, architecture);
    assertThat(TransportKind.AUTO.resolved(hasEpoll)).isEqualTo(expected);
    assertThat(TransportKind.NIO.resolved(hasEpoll)).isEqualTo(TransportKind.NIO);
    assertThat(TransportKind.EPOLL.resolved(hasEpoll)).isEqualTo(TransportKind.EPOLL);
    assertThat(TransportKind.EPOLL.isSupported(hasEpoll))
        .isEqualTo(expected == TransportKind.EPOLL);
    assertThat(TransportKind.AUTO.isSupported(hasEpoll)).isTrue();
    assertThat(TransportKind.NIO.isSupported(hasEpoll)).isTrue();
  }

  /// Systems may have their texts in the user's language.
  @Test
  void errorOfNioIsKnownByItsTextOrItsType() {
    assertThat(NioSockets.errno(new SocketException("Network is unreachable")))
        .isEqualTo(SocketErrors.ENETUNREACH);
    assertThat(NioSockets.errno(new ConnectException("Connection timed out: no further info")))
        .isEqualTo(SocketErrors.ETIMEDOUT);
    assertThat(NioSockets.errno(new ConnectException("Verbindungsaufbau abgelehnt")))
        .isEqualTo(SocketErrors.ECONNREFUSED);
    assertThat(NioSockets.errno(new NoRouteToHostException("Keine Route zum Zielrechner")))
        .isEqualTo(SocketErrors.EHOSTUNREACH);
    assertThat(
            NioSockets.errno(
                new SocketException(
                    "An existing connection was forcibly closed by the remote host")))
        .isEqualTo(SocketErrors.ECONNRESET);
    assertThat(SocketErrors.text(NioSockets.errno(new SocketException("Etwas ging schief"))))
        .isEqualTo("input/output error");
  }
}
