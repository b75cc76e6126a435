package dev.takt.explain.profile;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/// The class path and the module path of a recorded JVM: `jdk.InitialSystemProperty`, which is at
/// the begin of each chunk.
public final class TargetClassPath {

  private static final String EVENT = "jdk.InitialSystemProperty";
  private static final List<String> PROPERTIES = List.of("java.class.path", "jdk.module.path");

  /// The properties are among the first events: a long recording is not read to its end for them.
  private static final int MAX_EVENTS = 100_000;

  private TargetClassPath() {}

  /// The folders and jars that exist here; empty if they are not recorded, or the recording is
  /// damaged.
  ///
  /// @param recording the flight recording of the JVM
  /// @param base of relative paths: the JVM's own working directory is not recorded
  public static List<Path> of(Path recording, Path base) {
    List<Path> files = new ArrayList<>();
    List<String> missing = new ArrayList<>(PROPERTIES);
    try (RecordingFile events = new RecordingFile(recording)) {
      for (int i = 0; i < MAX_EVENTS && !missing.isEmpty() && events.hasMoreEvents(); i++) {
        RecordedEvent event = events.readEvent();
        if (event.getEventType().getName().equals(EVENT)
            && missing.remove(event.getString("key"))) {
          add(event.getString("value"), base, files);
        }
      }
    } catch (IOException | RuntimeException e) {
      return files; // A damaged recording is reported by those who read its samples.
    }
    return files;
  }

  private static void add(@Nullable String paths, Path base, List<Path> files) throws IOException {
    for (String each : (paths == null ? "" : paths).split(File.pathSeparator, -1)) {
      Path file = resolved(each, base);
      if (file != null && Files.exists(file)) {
        files.add(file);
        addJars(file, files);
      }
    }
  }

  private static @Nullable Path resolved(String path, Path base) {
    try {
      return path.isBlank() ? null : base.resolve(path);
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /// A folder of a module path holds modules.
  private static void addJars(Path folder, List<Path> files) throws IOException {
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "*.jar")) {
        jars.forEach(files::add);
      }
    }
  }
}
