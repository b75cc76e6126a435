package dev.takt.load.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.testing.Timing;
import java.io.Closeable;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Targets with several addresses, some of which do not answer, and targets at addresses other than
/// TCP over IPv4.
@Timeout(60)
class AddressesTest extends EachTransport {

  private static final long MS = 1_000_000;

  /// A driver of fixed lengths whose target is at several addresses.
  private record At(Endpoint endpoint, WireDriver driver) implements WireDriver {

    static At of(SocketAddress... addresses) {
      return at(new Endpoint(List.of(addresses), null));
    }

    static At at(Endpoint endpoint) {
      return new At(
          endpoint,
          FixedLengthDriver.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1), 8, 8)
              .repeating());
    }

    @Override
    public Session newSession() {
      return driver.newSession();
    }

    @Override
    public ByteBuffer sampleAnswer(int operation) {
      return driver.sampleAnswer(operation);
    }

    @Override
    public boolean isRepeatable(int operation) {
      return true;
    }

    @Override
    public String describe() {
      return "a test server";
    }

    @Override
    public void close() {}
  }

  /// An address at which nothing listens.
  private static InetSocketAddress refusing() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return (InetSocketAddress) socket.getLocalSocketAddress();
    }
  }

  /// Listens and never accepts, with a full backlog: further connects are not answered.
  static final class Silent implements Closeable {
    private final ServerSocket listener;
    private final List<SocketChannel> queue = new ArrayList<>();

    Silent() throws IOException {
      this(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    Silent(InetSocketAddress address) throws IOException {
      listener = new ServerSocket();
      listener.setReuseAddress(true);
      listener.bind(address, 1);
      for (int i = 0; i < 4; i++) {
        SocketChannel channel = SocketChannel.open();
        channel.configureBlocking(false);
        var _ = channel.connect(listener.getLocalSocketAddress());
        queue.add(channel);
      }
    }

    InetSocketAddress address() {
      return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    @Override
    public void close() throws IOException {
      for (SocketChannel each : queue) {
        each.close();
      }
      listener.close();
    }
  }

  @Test
  void refusingFirstAddressIsLeftForTheNext() throws Exception {
    try (TestServer server = new TestServer(TestServer.echoing(8, 8))) {
      At driver = At.of(refusing(), server.address());
      try (Caller caller = caller(driver, 3)) {
        for (int n = 0; n < 6; n++) {
          assertThat(caller.call(n % 3, n)).isEqualTo(Outcome.OK);
        }
      }
      assertThat(driver.endpoint().used()).containsExactly(server.address());
    }
  }

  @Timing
  @Test
  void silentFirstAddressCostsAFractionOfASecondOnce() throws Exception {
    try (Silent silent = new Silent();
        TestServer server = new TestServer(TestServer.echoing(8, 8))) {
      At driver = At.of(silent.address(), server.address());
      long begin = System.nanoTime();
      try (Caller caller = caller(driver, 2)) {
        assertThat(System.nanoTime() - begin).isBetween(200 * MS, 2_000 * MS);
        assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
      }
      begin = System.nanoTime();
      try (Caller other = caller(driver, 2)) {
        assertThat(other.call(1, 2)).isEqualTo(Outcome.OK);
      }
      assertThat(System.nanoTime() - begin).as("another loop").isLessThan(200 * MS);
      assertThat(driver.endpoint().used()).containsExactly(server.address());
    }
  }

  @Test
  void addressThatRefusesInMidRunIsLeftForAnother() throws Exception {
    try (TestServer second = new TestServer(TestServer.echoing(8, 8))) {
      TestServer first = new TestServer(TestServer.echoing(8, 8));
      At driver = At.of(first.address(), second.address());
      try (Caller caller = caller(driver, 2)) {
        assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
        first.close();
        caller.idle(20 * MS);
        assertThat(caller.call(0, 2)).isEqualTo(Outcome.OK);
        assertThat(caller.call(1, 3)).isEqualTo(Outcome.OK);
      }
      assertThat(driver.endpoint().used()).containsExactly(first.address(), second.address());
    }
  }

  @Timing
  @Test
  void addressThatFallsSilentInMidRunIsLeftForAnother() throws Exception {
    try (TestServer second = new TestServer(TestServer.echoing(8, 8))) {
      TestServer first = new TestServer(TestServer.echoing(8, 8));
      At driver = At.of(first.address(), second.address());
      try (Caller caller = caller(driver, 1)) {
        assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
        first.close();
        try (Silent _ = new Silent(first.address())) {
          caller.idle(20 * MS);
          long begin = System.nanoTime();
          assertThat(caller.call(0, 2)).isEqualTo(Outcome.OK);
          assertThat(System.nanoTime() - begin).isBetween(200 * MS, 3_000 * MS);
        }
      }
    }
  }

  @Test
  void operationThatIsCancelledWhileItsAddressIsSilentMovesOn() throws Exception {
    try (TestServer second = new TestServer(TestServer.echoing(8, 8))) {
      TestServer first = new TestServer(TestServer.echoing(8, 8));
      At driver = At.of(first.address(), second.address());
      try (Caller caller = caller(driver, 1)) {
        assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
        first.close();
        try (Silent _ = new Silent(first.address())) {
          caller.idle(20 * MS);
          caller.send(0, 2);
          caller.transport.cancel(0);
          assertThat(caller.call(0, 3)).isEqualTo(Outcome.OK);
        }
      }
    }
  }

  @Test
  void whereAllAddressesRefuseAllAreNamed() throws Exception {
    InetSocketAddress one = refusing();
    InetSocketAddress other = refusing();
    assertThatThrownBy(() -> caller(At.of(one, other), 1))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("connection refused")
        .hasMessageContaining("(tried " + Endpoint.text(one) + ", " + Endpoint.text(other) + ")")
        .hasMessageContaining("is the target running");
  }

  @Test
  void targetThatIsGoneAtAllAddressesFailsOperationsAndMayComeBack() throws Exception {
    TestServer server = new TestServer(TestServer.echoing(8, 8));
    try (Caller caller = caller(At.of(refusing(), server.address()), 1)) {
      assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
      InetSocketAddress address = server.address();
      server.close();
      caller.idle(20 * MS);
      assertThat(caller.call(0, 2).label()).isEqualTo("connection refused");
      try (TestServer _ = new TestServer(TestServer.echoing(8, 8), null, address)) {
        assertThat(caller.call(0, 3)).isEqualTo(Outcome.OK);
      }
    }
  }

  @Test
  void zoneOfAnAddressIsAnInterface() throws Exception {
    int index = NetworkInterface.getByName("lo").getIndex();
    for (String zone : List.of("lo", String.valueOf(index))) {
      Endpoint endpoint = Endpoint.resolve("fe80::1%" + zone, 9, null);
      InetAddress address = ((InetSocketAddress) endpoint.address()).getAddress();
      assertThat(((Inet6Address) address).getScopeId()).as(zone).isEqualTo(index);
    }
    assertThatThrownBy(() -> Endpoint.resolve("fe80::1%none9", 9, null))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("no network interface \"none9\"");
  }

  @Test
  void talksOverAUnixDomainSocket(@TempDir Path folder) throws Exception {
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("s"));
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(address, 2);
      Thread accepting = Thread.ofVirtual().start(() -> serve(server));
      try (Caller caller = caller(At.of(address), 20)) {
        for (int n = 0; n < 40; n++) {
          assertThat(caller.call(n % 20, n)).isEqualTo(Outcome.OK);
        }
      }
      server.close();
      accepting.join();
      assertThatThrownBy(() -> caller(At.of(address), 1))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("connection refused");
    }
    assertThatThrownBy(() -> caller(At.of(UnixDomainSocketAddress.of(folder.resolve("none"))), 1))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("no such socket");
  }

  private static void serve(ServerSocketChannel server) {
    try {
      while (true) {
        SocketChannel peer = server.accept();
        Thread.ofVirtual().start(() -> answer(peer));
      }
    } catch (IOException e) {
      // The test has ended.
    }
  }

  private static void answer(SocketChannel peer) {
    try (peer) {
      while (true) {
        byte[] request = Channels.newInputStream(peer).readNBytes(8);
        if (request.length < 8) {
          return;
        }
        long n = ByteBuffer.wrap(request).getLong();
        var _ = peer.write(ByteBuffer.wrap(TestServer.Peer.answerTo(n, 8)));
      }
    } catch (IOException e) {
      // The client has closed the connection.
    }
  }

  @Test
  void timeoutIsReportedThoughAnotherAddressHasRefused() throws Exception {
    try (Silent silent = new Silent()) {
      Endpoint endpoint = new Endpoint(List.of(refusing(), silent.address()), null);
      assertThatThrownBy(() -> endpoint.connect(Duration.ofMillis(300)))
          .isInstanceOf(SocketTimeoutException.class);
    }
  }
}
