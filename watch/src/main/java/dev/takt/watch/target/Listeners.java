package dev.takt.watch.target;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/// Finds the process that listens at a port of this machine, as `/proc` tells it: there a socket
/// has a number, and a process's descriptors are links to such numbers.
public final class Listeners {

  private static final String LISTENING = "0A";
  private static final int LOCAL_ADDRESS = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;
  private static final int HEXADECIMAL = 16;

  private final Path proc;

  /// Those of this machine.
  public Listeners() {
    this(Path.of("/proc"));
  }

  Listeners(Path proc) {
    this.proc = proc;
  }

  /// The process that listens at a TCP port. Of several that share a socket, such as a server and
  /// its children, the one with the lowest number, which is the oldest as a rule.
  ///
  /// @return nothing where there is none, or it is hidden from this user
  public OptionalLong at(int port) {
    Set<String> sockets = new HashSet<>();
    for (String table : List.of("net/tcp", "net/tcp6")) {
      addListening(proc.resolve(table), port, sockets);
    }
    return sockets.isEmpty() ? OptionalLong.empty() : holder(sockets);
  }

  private static void addListening(Path table, int port, Set<String> links) {
    try (var lines = Files.lines(table, StandardCharsets.US_ASCII)) {
      lines
          .skip(1)
          .map(line -> line.strip().split("\\s+"))
          .filter(fields -> fields.length > INODE && fields[STATE].equals(LISTENING))
          .filter(fields -> portOf(fields[LOCAL_ADDRESS]) == port)
          .forEach(fields -> links.add("socket:[" + fields[INODE] + "]"));
    } catch (IOException | UncheckedIOException _) {
      // No such protocol here.
    }
  }

  private static int portOf(String address) {
    return Integer.parseInt(address.substring(address.indexOf(':') + 1), HEXADECIMAL);
  }

  private OptionalLong holder(Set<String> links) {
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
      // It is another user's, or has ended meanwhile.
    }
    return false;
  }

  private static String linkOf(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException _) {
      return ""; // it was closed meanwhile
    }
  }
}
