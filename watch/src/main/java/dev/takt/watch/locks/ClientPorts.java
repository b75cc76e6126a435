package dev.takt.watch.locks;

import dev.takt.watch.bpf.KernelSetting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The range of ephemeral ports, which Linux gives to clients.
///
/// @param first the lower end of `net.ipv4.ip_local_port_range`
record ClientPorts(int first) {

  /// The default range of Linux.
  static final ClientPorts DEFAULT = new ClientPorts(32_768);

  private static final Path RANGE = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
  private static final Pattern LOWER_END = Pattern.compile("\\s*(\\d{1,5})\\s+\\d{1,5}\\s*");

  /// The range of this machine; the default if it cannot be read.
  static ClientPorts ofThisMachine() {
    return of(RANGE);
  }

  static ClientPorts of(Path range) {
    try {
      Matcher text = LOWER_END.matcher(KernelSetting.read(range));
      return text.matches() ? new ClientPorts(Integer.parseInt(text.group(1))) : DEFAULT;
    } catch (IOException e) {
      return DEFAULT;
    }
  }

  /// Whether a port is probably a client's.
  boolean contains(int port) {
    return port >= first;
  }
}
