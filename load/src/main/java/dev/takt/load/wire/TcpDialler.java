package dev.takt.load.wire;

import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.takt.load.driver.WireDriver;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// Dials the driver's target over TCP.
final class TcpDialler implements Dialler {

  private static final ValueLayout.OfShort NETWORK_SHORT =
      JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);
  private static final int IPV4_SIZE = 16;
  private static final int IPV6_SIZE = 28;

  private final MemorySegment callState;
  private final MemorySegment scratch;
  private final MemorySegment address;
  private final int family;
  private final WireDriver.@Nullable Tls tls;

  TcpDialler(WireDriver driver, Arena arena, MemorySegment callState) {
    this.callState = callState;
    this.scratch = arena.allocate(8, 8);
    this.family =
        driver.address().getAddress() instanceof Inet4Address ? Linux.AF_INET : Linux.AF_INET6;
    this.address = socketAddress(driver.address(), arena);
    this.tls = driver.tls();
  }

  /// `struct sockaddr_in { family; port; addr; zero[8] }` or `struct sockaddr_in6 { family; port;
  /// flowinfo; addr; scope }`.
  private static MemorySegment socketAddress(InetSocketAddress target, Arena arena) {
    InetAddress ip = target.getAddress();
    boolean v4 = ip instanceof Inet4Address;
    MemorySegment address = arena.allocate(v4 ? IPV4_SIZE : IPV6_SIZE, 8);
    address.set(JAVA_SHORT, 0, (short) (v4 ? Linux.AF_INET : Linux.AF_INET6));
    address.set(NETWORK_SHORT, 2, (short) target.getPort());
    byte[] bytes = ip.getAddress();
    MemorySegment.copy(bytes, 0, address, ValueLayout.JAVA_BYTE, v4 ? 4 : 8, bytes.length);
    return address;
  }

  @Override
  public int dial(int slot) {
    int fd = Linux.socket(callState, family);
    if (fd < 0) {
      return fd;
    }
    Linux.setNoDelay(callState, fd, scratch);
    int result = Linux.connect(callState, fd, address);
    if (result < 0 && result != -Linux.EINPROGRESS) {
      Linux.close(callState, fd);
      return result;
    }
    return fd;
  }

  @Override
  public boolean isConnectedAtOnce() {
    return false;
  }

  @Override
  public boolean wantsGreeting() {
    return true;
  }

  @Override
  public WireDriver.@Nullable Tls tls() {
    return tls;
  }
}
