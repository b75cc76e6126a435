package dev.takt.watch.port;

import dev.takt.record.text.FileNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Finds the process that listens at an address of this machine, by means of `/proc`: its socket
/// tables have the inode of each socket, and a process's descriptors are links to these inodes.
public final class ListeningProcesses {

  private static final String LISTENING = "0A";
  private static final int LOCAL_ADDRESS = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;
  private static final int HEXADECIMAL = 16;
  private static final int UNIX_FLAGS = 3;
  private static final int UNIX_INODE = 6;
  private static final int UNIX_PATH = 7;
  private static final long UNIX_LISTENING = 0x10000;

  private final Path proc;

  /// The processes of this machine.
  public ListeningProcesses() {
    this(Path.of("/proc"));
  }

  ListeningProcesses(Path proc) {
    this.proc = proc;
  }

  /// Returns the id of the process that listens at a TCP address or a Unix domain socket. If
  /// several share the socket, such as a server and its children, it is the lowest id, usually the
  /// oldest.
  ///
  /// @return empty if there is no such process, if it is hidden from this user, or if the address
  ///   is not of this machine
  public OptionalLong find(SocketAddress address) {
    Set<String> sockets =
        switch (address) {
          case UnixDomainSocketAddress unix -> listening(unix.getPath());
          case InetSocketAddress internet when isHere(internet.getAddress()) -> listening(internet);
          default -> Set.of();
        };
    return sockets.isEmpty() ? OptionalLong.empty() : findHolder(sockets);
  }

  private static boolean isHere(@Nullable InetAddress address) {
    try {
      return address != null
          && (address.isLoopbackAddress()
              || address.isAnyLocalAddress()
              || NetworkInterface.getByInetAddress(address) != null);
    } catch (SocketException _) {
      return false;
    }
  }

  /// Sockets that listen at the address itself; if there are none, those at the wildcard address.
  private Set<String> listening(InetSocketAddress address) {
    Set<String> exact = new HashSet<>();
    Set<String> any = new HashSet<>();
    boolean is4 = address.getAddress() instanceof Inet4Address;
    for (String table : is4 ? List.of("net/tcp", "net/tcp6") : List.of("net/tcp6")) {
      forEach(
          table,
          line -> {
            String[] fields = line.strip().split("\\s+", -1);
            if (fields.length > INODE
                && fields[STATE].equals(LISTENING)
                && portOf(fields[LOCAL_ADDRESS]) == address.getPort()) {
              InetAddress local = addressOf(fields[LOCAL_ADDRESS]);
              if (local.equals(address.getAddress())) {
                exact.add(link(fields[INODE]));
              } else if (local.isAnyLocalAddress() || address.getAddress().isAnyLocalAddress()) {
                any.add(link(fields[INODE]));
              }
            }
          });
    }
    return exact.isEmpty() ? any : exact;
  }

  private Set<String> listening(Path socket) {
    Set<String> sockets = new HashSet<>();
    String path = FileNames.text(socket.toAbsolutePath().normalize());
    forEach(
        "net/unix",
        line -> {
          String[] fields = line.strip().split("\\s+", UNIX_PATH + 1);
          if (fields.length > UNIX_PATH
              && (Long.parseLong(fields[UNIX_FLAGS], HEXADECIMAL) & UNIX_LISTENING) != 0
              && textOf(fields[UNIX_PATH]).equals(path)) {
            sockets.add(link(fields[UNIX_INODE]));
          }
        });
    return sockets;
  }

  /// Decodes a file name: tables are read byte by byte, and names are usually UTF-8.
  private static String textOf(String bytes) {
    return FileNames.text(bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  private void forEach(String table, Consumer<String> line) {
    try (var lines = Files.lines(proc.resolve(table), StandardCharsets.ISO_8859_1)) {
      lines.skip(1).forEach(line);
    } catch (IOException | UncheckedIOException _) {
      // This machine does not have the protocol.
    }
  }

  private static String link(String inode) {
    return "socket:[" + inode + "]";
  }

  private static int portOf(String address) {
    return Integer.parseInt(address.substring(address.indexOf(':') + 1), HEXADECIMAL);
  }

  /// Parses an address. The kernel writes it as 32-bit numbers in native byte order.
  private static InetAddress addressOf(String address) {
    ByteBuffer bytes = ByteBuffer.allocate(address.indexOf(':') / 2).order(ByteOrder.nativeOrder());
    while (bytes.hasRemaining()) {
      int at = bytes.position() * 2;
      bytes.putInt(Integer.parseUnsignedInt(address.substring(at, at + 8), HEXADECIMAL));
    }
    try {
      return InetAddress.getByAddress(bytes.array());
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("neither an IPv4 nor an IPv6 address: " + address, e);
    }
  }

  private OptionalLong findHolder(Set<String> links) {
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
      long lowest = Long.MAX_VALUE;
      for (Path process : processes) {
        long pid = Long.parseLong(process.getFileName().toString());
        if (pid < lowest && holds(process, links)) {
          lowest = pid;
        }
      }
      return lowest == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(lowest);
    } catch (IOException | DirectoryIteratorException _) {
      return OptionalLong.empty();
    }
  }

  private static boolean holds(Path process, Set<String> links) {
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path descriptor : descriptors) {
        if (links.contains(linkOf(descriptor))) {
          return true;
        }
      }
    } catch (IOException | DirectoryIteratorException _) {
      // The process belongs to another user, or has ended.
    }
    return false;
  }

  private static String linkOf(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException _) {
      return ""; // It was closed meanwhile.
    }
  }
}
