package dev.takt.agent;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// File names with `%pid`, `%date` (as `yyMMdd.HHmm`) and `%host` in them, as jHiccup has them.
final class FilePattern {

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyMMdd.HHmm", Locale.ROOT);

  private FilePattern() {}

  /// @throws java.nio.file.InvalidPathException if that is no file name
  static Path path(String pattern) {
    String name =
        pattern
            .replace("%pid", Long.toString(ProcessHandle.current().pid()))
            .replace("%date", LocalDateTime.now(ZoneId.systemDefault()).format(DATE));
    return Path.of(name.contains("%host") ? name.replace("%host", host()) : name).toAbsolutePath();
  }

  /// Where it can be had without the network first: a resolver may take its time.
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
