package dev.takt.cli;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/// The browser of whoever sits before this machine, if somebody does.
final class Browser {

  private Browser() {}

  /// Shows a page. Where there is no desktop, or no browser, nothing happens: its address is told
  /// anyway.
  static void open(String url) {
    List<String> command = command(System.getProperty("os.name", ""), System.getenv());
    if (command.isEmpty()) {
      return;
    }
    try {
      var _ =
          new ProcessBuilder(Stream.concat(command.stream(), Stream.of(url)).toList())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      // There is none.
    }
  }

  /// The command that opens pages; empty where there is no desktop.
  static List<String> command(String system, Map<String, String> environment) {
    String name = system.toLowerCase(Locale.ROOT);
    if (name.startsWith("mac")) {
      return List.of("open");
    }
    boolean isDesktop =
        environment.containsKey("DISPLAY") || environment.containsKey("WAYLAND_DISPLAY");
    return name.startsWith("linux") && isDesktop ? List.of("xdg-open") : List.of();
  }
}
