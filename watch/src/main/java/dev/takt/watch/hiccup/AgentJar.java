package dev.takt.watch.hiccup;

import dev.takt.runs.classpath.ClassPathEntry;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Finds `takt-agent.jar`, which is loaded into other JVMs.
public final class AgentJar {

  /// A system property with its path, if it is somewhere else.
  static final String PROPERTY = "takt.agent.jar";

  private static final String NAME = "takt-agent.jar";
  private static final String BUILT = "agent/target/" + NAME;

  private AgentJar() {}

  /// Looks beside the jar of this class, and where the build puts it.
  ///
  /// @throws IOException with a message for people, if it is missing
  public static Path find() throws IOException {
    String named = System.getProperty(PROPERTY);
    List<Path> places = named == null ? defaultLocations() : List.of(Path.of(named));
    for (Path each : places) {
      if (Files.isRegularFile(each)) {
        return each.toAbsolutePath().normalize();
      }
    }
    throw new IOException(
        EnglishText.format(
            "%s is missing; expected at %s", NAME, places.isEmpty() ? NAME : places.getFirst()));
  }

  private static List<Path> defaultLocations() throws IOException {
    List<Path> places = new ArrayList<>();
    Path code = ClassPathEntry.of(AgentJar.class);
    places.add(code.resolveSibling(NAME));
    for (Path folder = code; folder != null; folder = folder.getParent()) {
      places.add(folder.resolve(BUILT));
    }
    return places;
  }
}
