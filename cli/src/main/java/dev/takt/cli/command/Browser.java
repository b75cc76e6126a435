package dev.takt.cli.command;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/// Opens the desktop's browser, if there is one.
final class Browser {

  private Browser() {}

  /// Opens a page. Does nothing without a desktop or a browser: the address is printed anyway.
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
      // No browser.
    }
  }

  /// The command that opens a page; empty without a desktop.
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
