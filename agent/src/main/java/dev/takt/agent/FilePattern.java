package dev.takt.agent;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// Expands `%pid`, `%date` (as `yyMMdd.HHmm`) and `%host` in file names, like jHiccup.
final class FilePattern {

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyMMdd.HHmm", Locale.ROOT);

  private FilePattern() {}

  /// Expands a pattern to an absolute path.
  ///
  /// @throws java.nio.file.InvalidPathException if the result is not a valid path
  static Path expand(String pattern) {
    String name =
        pattern
            .replace("%pid", Long.toString(ProcessHandle.current().pid()))
            .replace("%date", LocalDateTime.now(ZoneId.systemDefault()).format(DATE));
    return Path.of(name.contains("%host") ? name.replace("%host", host()) : name).toAbsolutePath();
  }

  /// The host name, from local sources first, since a resolver may be slow.
  private static String host() {
    for (String variable : new String[] {"HOSTNAME", "HOST", "COMPUTERNAME"}) {
      String name = System.getenv(variable);
      if (name != null && !name.isEmpty()) {
        return safe(name);
      }
    }
    try {
      return safe(Files.readString(Path.of("/proc/sys/kernel/hostname")).strip());
    } catch (java.io.IOException | SecurityException e) {
      return resolved();
    }
  }

  private static String resolved() {
    try {
      return safe(InetAddress.getLocalHost().getHostName());
    } catch (UnknownHostException e) {
      return "unknown-host";
    }
  }

  private static String safe(String name) {
    return name.replaceAll("[^A-Za-z0-9._-]", "_");
  }
}
