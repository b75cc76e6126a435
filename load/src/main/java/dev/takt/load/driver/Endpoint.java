package dev.takt.load.driver;

import dev.takt.load.driver.WireDriver.Tls;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a server listens: all addresses of its name, and the TLS to use there. One address at a
/// time is current: new connections are opened to it until that fails, and then to the next one.
/// All threads share the current address, so a dead address costs its timeout only once.
/// Thread-safe.
public final class Endpoint {

  private final List<SocketAddress> addresses;
  private final @Nullable Tls tls;

  /// Indexes of addresses, in the order in which connections were opened to them first. Guarded by
  /// itself.
  private final List<Integer> used = new ArrayList<>();

  /// The index that was added to [#used] last, or -1.
  private volatile int lastUsed = -1;

  private final EndpointOutages outages = new EndpointOutages();

  private volatile int current;
  private boolean chosen;

  /// @param addresses at least one, in the order in which they are to be tried: of IP with a port,
  ///   or of a Unix domain socket
  /// @param tls null for none
  public Endpoint(List<? extends SocketAddress> addresses, @Nullable Tls tls) {
    if (addresses.isEmpty()) {
      throw new IllegalArgumentException("an endpoint needs an address");
    }
    this.addresses = List.copyOf(addresses);
    this.tls = tls;
  }

  /// An endpoint of one address.
  public static Endpoint of(SocketAddress address, @Nullable Tls tls) {
    return new Endpoint(List.of(address), tls);
  }

  /// All addresses of a host. Address families alternate, beginning with that of the first address.
  ///
  /// @param host a name or an IP address, without brackets
  /// @throws DriverException if the name has no address
  public static Endpoint resolve(String host, int port, @Nullable Tls tls) throws DriverException {
    try {
      List<InetSocketAddress> addresses =
          alternating(List.of(InetAddress.getAllByName(withNumericZone(host)))).stream()
              .map(each -> new InetSocketAddress(each, port))
              .toList();
      return new Endpoint(addresses, tls);
    } catch (UnknownHostException e) {
      throw new DriverException(
          "cannot find the host \""
              + host
              + "\" of the target; is the name right, and does this machine's name service know it?",
          e);
    }
  }

  /// Resolves the name of a zone to its number. The JDK accepts a zone `%NAME` only if the
  /// interface has an address of the same scope itself; it accepts any number.
  private static String withNumericZone(String host) throws DriverException {
    int zone = host.indexOf('%') + 1;
    String name = host.substring(zone);
    if (zone == 0 || name.chars().allMatch(Character::isDigit)) {
      return host;
    }
    try {
      NetworkInterface found = NetworkInterface.getByName(name);
      if (found != null) {
        return host.substring(0, zone) + found.getIndex();
      }
    } catch (SocketException e) {
      // The interfaces of this machine are not known.
    }
    throw new DriverException(
        "this machine has no network interface \"" + name + "\", the zone of the target's address");
  }

  /// Alternates address families, as RFC 8305, section 4, requires. A family that does not work
  /// then costs one attempt.
  static List<InetAddress> alternating(List<InetAddress> addresses) {
    boolean isFirst6 = addresses.getFirst() instanceof Inet6Address;
    List<InetAddress> first = new ArrayList<>();
    List<InetAddress> second = new ArrayList<>();
    addresses.forEach(
        each -> (each instanceof Inet6Address == isFirst6 ? first : second).add(each));
    List<InetAddress> result = new ArrayList<>();
    for (int i = 0; i < addresses.size(); i++) {
      if (i < first.size()) {
        result.add(first.get(i));
      }
      if (i < second.size()) {
        result.add(second.get(i));
      }
    }
    return result;
  }

  /// All addresses, in the order in which they are tried.
  public List<SocketAddress> addresses() {
    return addresses;
  }

  /// The TLS to use, or null for none.
  public @Nullable Tls tls() {
    return tls;
  }

  /// The address that new connections are opened to.
  public SocketAddress address() {
    return addresses.get(current);
  }

  /// The index of [#address] in [#addresses].
  public int current() {
    return current;
  }

  /// A connection to an address could not be opened. If that address is still current, the next one
  /// becomes current.
  ///
  /// @param index its index in [#addresses]
  public synchronized void failed(int index) {
    if (index == current) {
      current = (index + 1) % addresses.size();
    }
  }

  /// A connection was opened to an address.
  ///
  /// @param index its index in [#addresses]
  public void opened(int index) {
    if (index == lastUsed) {
      return;
    }
    synchronized (used) {
      if (!used.contains(index)) {
        used.add(index);
      }
    }
    lastUsed = index;
  }

  /// The addresses that connections were opened to, in the order of their first use.
  public List<SocketAddress> used() {
    synchronized (used) {
      return used.stream().map(addresses::get).toList();
    }
  }

  /// When it could not be used.
  public EndpointOutages outages() {
    return outages;
  }

  /// Connects to the address that answers first, and makes it current. The next address is tried as
  /// soon as one has failed or has not answered for 250 ms.
  ///
  /// @return an open, blocking channel
  /// @throws IOException the failure of the first address if all fail, or a
  ///   [java.net.SocketTimeoutException]
  public SocketChannel connect(Duration timeout) throws IOException {
    AddressRace.Winner winner = AddressRace.run(addresses, current, timeout);
    current = winner.index();
    return winner.channel();
  }

  /// Makes an address current that answers, if there are several. The first call tries them; later
  /// calls do nothing.
  ///
  /// @throws IOException as [#connect]
  public synchronized void choose(Duration timeout) throws IOException {
    if (!chosen && addresses.size() > 1) {
      connect(timeout).close();
    }
    chosen = true;
  }

  /// The usual text form of an address: `127.0.0.1:80`, `[::1]:80`, or the path of a socket.
  public static String text(SocketAddress address) {
    if (!(address instanceof InetSocketAddress internet)) {
      return address.toString();
    }
    InetAddress ip = internet.getAddress();
    String host = ip == null ? internet.getHostString() : ip.getHostAddress();
    return (ip instanceof Inet6Address ? "[" + shortened(host) + "]" : host)
        + ":"
        + internet.getPort();
  }

  /// Writes the longest run of zeros of an IPv6 address as `::` (RFC 5952).
  private static String shortened(String address) {
    int zone = address.indexOf('%');
    String[] groups = (zone < 0 ? address : address.substring(0, zone)).split(":");
    int start = -1;
    int length = 1;
    for (int i = 0; i < groups.length; i++) {
      int end = i;
      while (end < groups.length && groups[end].equals("0")) {
        end++;
      }
      if (end - i > length) {
        start = i;
        length = end - i;
      }
    }
    List<String> all = List.of(groups);
    String text =
        start < 0
            ? String.join(":", all)
            : String.join(":", all.subList(0, start))
                + "::"
                + String.join(":", all.subList(start + length, all.size()));
    return zone < 0 ? text : text + address.substring(zone);
  }

  @Override
  public String toString() {
    return text(address()) + (addresses.size() > 1 ? " (of " + addresses.size() + ")" : "");
  }
}
