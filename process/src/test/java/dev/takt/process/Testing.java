package dev.takt.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/// Helpers of this module's tests.
final class Testing {

  /// A timeout for events that come at once on a machine that is not overloaded.
  static final Duration LONG = Duration.ofSeconds(10);

  private Testing() {}

  /// A launcher whose threads end soon after their last child.
  static Launcher.Builder launcher() {
    return Launcher.builder().linger(Duration.ofMillis(20));
  }

  /// A shell script as the program, and its arguments.
  static Command.Builder sh(String script, String... arguments) {
    Command.Builder builder = Command.builder("sh", "-c", script, "sh");
    for (String argument : arguments) {
      builder.argument(argument);
    }
    return builder;
  }

  /// Polls for a condition that no event announces.
  static boolean eventually(BooleanSupplier condition) {
    long deadline = System.nanoTime() + LONG.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      LockSupport.parkNanos(5_000_000);
    }
    return true;
  }

  /// Whether a process exists and is not a zombie.
  static boolean isAlive(long pid) {
    String stat = statOf(Path.of("/proc/" + pid));
    return !stat.isEmpty() && stateOf(stat) != 'Z';
  }

  /// Children of this process, as `pid state`.
  static List<String> children() {
    long self = ProcessHandle.current().pid();
    List<String> found = new ArrayList<>();
    try (Stream<Path> all = Files.list(Path.of("/proc"))) {
      all.filter(p -> Character.isDigit(p.getFileName().toString().charAt(0)))
          .forEach(p -> {
            String stat = statOf(p);
            if (!stat.isEmpty() && parentOf(stat) == self) {
              found.add(stat.substring(0, stat.lastIndexOf(')') + 3));
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  /// The names of this process's descriptors that lead to pipes and anonymous inodes.
  static List<String> descriptors() {
    List<String> found = new ArrayList<>();
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      all.forEach(p -> {
        try {
          String target = Files.readSymbolicLink(p).toString();
          if (!target.startsWith("/") || target.equals("/dev/null")) {
            found.add(p.getFileName() + " " + target);
          }
        } catch (IOException _) {
          // Closed in the meantime.
        }
      });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  /// The threads of launchers.
  static Set<Thread> pumps() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("takt-process"))
        .collect(Collectors.toSet());
  }

  /// Pseudorandom bytes, the same each time.
  static byte[] noise(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  /// The checksum of the first bytes.
  static long crc(byte[] bytes, int length) {
    CRC32 crc = new CRC32();
    crc.update(bytes, 0, length);
    return crc.getValue();
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String statOf(Path process) {
    try {
      return Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
    } catch (IOException _) {
      return "";
    }
  }

  private static char stateOf(String stat) {
    return stat.charAt(stat.lastIndexOf(')') + 2);
  }

  private static long parentOf(String stat) {
    return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 4).split(" ", 2)[0]);
  }
}
