package dev.takt.driver.cql.embedded;

import dev.takt.load.server.ManagedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Cassandra locks all of its memory when it starts, if it may. That includes the whole file of the
/// JDK's classes, and is 150 MB. Other users than root may lock only a few megabytes, so that it
/// does not lock any.
final class MemoryLock {

  /// Bits of `linux/capability.h`: to drop a capability, and to lock memory.
  private static final int SETPCAP = 8;

  private static final int IPC_LOCK = 14;

  private static final String CAPABILITIES = "CapEff:";
  private static final int HEXADECIMAL = 16;

  private MemoryLock() {}

  /// The beginning of a command that lets the rest of it run without the right to lock memory;
  /// empty if it has no such right, or the tool for it is not installed.
  static List<String> withoutIt() {
    return mayLock() && ManagedServer.isInstalled("setpriv")
        ? List.of("setpriv", "--bounding-set", "-ipc_lock")
        : List.of();
  }

  private static boolean mayLock() {
    try {
      return Files.readAllLines(Path.of("/proc/self/status")).stream()
          .filter(line -> line.startsWith(CAPABILITIES))
          .map(line -> line.substring(CAPABILITIES.length()).strip())
          .mapToLong(mask -> Long.parseUnsignedLong(mask, HEXADECIMAL))
          .anyMatch(mask -> has(mask, SETPCAP) && has(mask, IPC_LOCK));
    } catch (IOException e) {
      return false; // no Linux
    }
  }

  private static boolean has(long mask, int capability) {
    return (mask >> capability & 1) == 1;
  }
}
