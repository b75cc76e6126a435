package dev.takt.load.wire;

import dev.takt.load.driver.DriverException;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// How many files, and so connections, this process may open. Known on Linux only.
public final class OpenFiles {

  private static final Pattern LIMIT = Pattern.compile("Max open files\\s+(\\d+).*");

  /// What the JVM and the run open besides connections.
  private static final int RESERVE = 100;

  private OpenFiles() {}

  /// Makes sure that so many connections can be open at once, where that is known.
  ///
  /// @throws DriverException with what to do if they cannot
  public static void require(int connections) throws DriverException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      require(connections, open.count(), Files.readAllLines(Path.of("/proc/self/limits")));
    } catch (IOException e) {
      // Not Linux: a connection that cannot be opened is a failure of its step.
    }
  }

  /// @param open how many files are open now
  /// @param limits the lines of `/proc/self/limits`
  static void require(int connections, long open, List<String> limits) throws DriverException {
    for (String line : limits) {
      Matcher limit = LIMIT.matcher(line);
      if (limit.matches() && connections + open + RESERVE > Long.parseLong(limit.group(1))) {
        throw new DriverException(
            EnglishText.format(
                "up to %,d users with a connection each need %,d open files, and this process may"
                    + " have %,d; "
                    + InitialConnections.FEWER_FILES,
                connections,
                connections + open + RESERVE,
                Long.parseLong(limit.group(1))));
      }
    }
  }
}
