package dev.takt.load.wire;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Connects to an endpoint over TCP or a Unix domain socket: to its current address, and to the
/// next one if that fails.
final class SocketConnector implements Connector {

  /// If an address has not answered for this long, the next one is tried. The time doubles with
  /// each attempt, so that a slow network is not taken for a dead one forever.
  static final long MIN_ATTEMPT_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private static final int MAX_DOUBLINGS = 6;

  private static final ValueLayout.OfShort NETWORK_SHORT =
      JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);
  private static final int IPV4_SIZE = 16;
  private static final int IPV6_SIZE = 28;
  private static final int IPV6_SCOPE = 24;
  private static final int UNIX_PATH = 2;

  private final MemorySegment callState;
  private final MemorySegment scratch;
  private final Endpoint endpoint;

  /// By index of the endpoint's addresses.
  private final MemorySegment[] addresses;

  /// Failures to connect, with the address that a redirect leads to; null for the target.
  private final @Nullable Map<Integer, Outcome> failures;

  /// @param isRedirect whether a redirect leads to the endpoint; its failures name the address
  SocketConnector(Endpoint endpoint, Arena arena, MemorySegment callState, boolean isRedirect) {
    this.failures = isRedirect ? new HashMap<>() : null;
    this.callState = callState;
    this.scratch = arena.allocate(8, 8);
    this.endpoint = endpoint;
    this.addresses =
        endpoint.addresses().stream()
            .map(each -> nativeAddress(each, arena))
            .toArray(MemorySegment[]::new);
  }

  private static MemorySegment nativeAddress(SocketAddress address, Arena arena) {
    return switch (address) {
      case UnixDomainSocketAddress unix -> unixAddress(unix, arena);
      case InetSocketAddress internet -> internetAddress(internet, arena);
      default -> throw new IllegalArgumentException("an address of an unknown kind: " + address);
    };
  }

  /// `struct sockaddr_un { family; path }`, the path terminated by a NUL.
  private static MemorySegment unixAddress(UnixDomainSocketAddress target, Arena arena) {
    byte[] path = target.getPath().toString().getBytes(StandardCharsets.UTF_8);
    MemorySegment address = arena.allocate(UNIX_PATH + path.length + 1L, 8);
    address.set(JAVA_SHORT, 0, (short) LinuxSocketCalls.AF_UNIX);
    MemorySegment.copy(path, 0, address, JAVA_BYTE, UNIX_PATH, path.length);
    return address;
  }

  /// `struct sockaddr_in { family; port; addr; zero[8] }` or `struct sockaddr_in6 { family; port;
  /// flowinfo; addr; scope }`.
  private static MemorySegment internetAddress(InetSocketAddress target, Arena arena) {
    InetAddress ip = target.getAddress();
    boolean v4 = ip instanceof Inet4Address;
    MemorySegment address = arena.allocate(v4 ? IPV4_SIZE : IPV6_SIZE, 8);
    address.set(JAVA_SHORT, 0, (short) (v4 ? LinuxSocketCalls.AF_INET : LinuxSocketCalls.AF_INET6));
    address.set(NETWORK_SHORT, 2, (short) target.getPort());
    byte[] bytes = ip.getAddress();
    MemorySegment.copy(bytes, 0, address, JAVA_BYTE, v4 ? 4 : 8, bytes.length);
    if (ip instanceof Inet6Address v6) {
      address.set(JAVA_INT, IPV6_SCOPE, v6.getScopeId());
    }
    return address;
  }

  @Override
  public int connect(Connection connection) {
    connection.address = endpoint.current();
    MemorySegment address = addresses[connection.address];
    int fd = LinuxSocketCalls.socket(callState, address.get(JAVA_SHORT, 0));
    if (fd < 0) {
      return fd;
    }
    LinuxSocketCalls.setNoDelay(callState, fd, scratch);
    int result = LinuxSocketCalls.connect(callState, fd, address);
    if (result < 0 && result != -LinuxSocketCalls.EINPROGRESS) {
      LinuxSocketCalls.close(callState, fd);
      return result;
    }
    return fd;
  }

  @Override
  public boolean hasSeveralAddresses() {
    return addresses.length > 1;
  }

  @Override
  public long attemptDelayNanos(Connection connection) {
    return MIN_ATTEMPT_DELAY_NANOS << Math.min(connection.attempts, MAX_DOUBLINGS);
  }

  @Override
  public void failed(Connection connection) {
    endpoint.failed(connection.address);
  }

  @Override
  public boolean hasUntried(Connection connection) {
    return connection.attempts < addresses.length;
  }

  @Override
  public void opened(Connection connection) {
    endpoint.opened(connection.address);
  }

  @Override
  public Outcome outcome(int errno) {
    if (failures == null) {
      return SocketErrors.outcome(errno);
    }
    return failures.computeIfAbsent(
        errno,
        e ->
            Outcome.failed(
                SocketErrors.text(e)
                    + ": redirect to "
                    + Endpoint.text(endpoint.addresses().getFirst())));
  }

  @Override
  public WireDriver.@Nullable Tls tls() {
    return endpoint.tls();
  }
}
