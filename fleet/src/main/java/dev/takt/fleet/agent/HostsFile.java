package dev.takt.fleet.agent;

import dev.takt.load.share.FleetSettings;
import dev.takt.runs.text.Causes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The machines on which agents are started by ssh: a line each, as [SshHost#FORM]. Blank lines and
/// comments after `#` are ignored.
public final class HostsFile {

  private HostsFile() {}

  /// Reads a file.
  ///
  /// @param shown its name, for messages
  /// @throws IOException with a message for people
  public static List<SshHost> read(Path file, String shown) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return parse(shown, lines.limit(10L * FleetSettings.MAX_MACHINES).toList());
    } catch (IOException e) {
      throw new IOException("cannot read the hosts file " + shown + ": " + Causes.of(e), e);
    } catch (UncheckedIOException e) {
      throw new IOException("cannot read the hosts file " + shown + ": not text in UTF-8", e);
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /// Machines without settings.
  ///
  /// @param names `[USER@]HOST`, separated by commas
  /// @throws IllegalArgumentException with a message for people
  public static List<SshHost> ofNames(String names) {
    if (names.isBlank() || names.matches(".*\\s.*")) {
      throw new IllegalArgumentException("expected [USER@]HOST,…, found '" + names + "'");
    }
    return parse("host", List.of(names.split(",", -1)));
  }

  /// Parses lines.
  ///
  /// @param shown where they are from, for messages
  /// @throws IllegalArgumentException with a message for people
  static List<SshHost> parse(String shown, List<String> lines) {
    List<SshHost> hosts = new ArrayList<>();
    Map<String, Integer> names = new HashMap<>();
    int number = 0;
    for (String line : lines) {
      number++;
      String text = line.replaceFirst("#.*", "").strip();
      if (!text.isEmpty()) {
        try {
          hosts.add(parse(text, number, names));
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(shown + ":" + number + ": " + e.getMessage(), e);
        }
      }
    }
    if (hosts.isEmpty() || hosts.size() > FleetSettings.MAX_MACHINES) {
      throw new IllegalArgumentException(
          shown
              + ": expected 1 to "
              + FleetSettings.MAX_MACHINES
              + " machines, a line each: "
              + SshHost.FORM);
    }
    return List.copyOf(hosts);
  }

  private static SshHost parse(String text, int number, Map<String, Integer> names) {
    SshHost host = SshHost.parse(text);
    Integer other = names.putIfAbsent(host.name(), number);
    if (other != null) {
      throw new IllegalArgumentException(
          "the name '" + host.name() + "' is in line " + other + "; add another one: name=NAME");
    }
    return host;
  }
}
