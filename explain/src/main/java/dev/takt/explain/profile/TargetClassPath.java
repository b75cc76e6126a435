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
/// the begin of each chunk. Not thread-safe.
public final class TargetClassPath {

  /// How many other events end the search once the properties have begun. They are written in a
  /// row, but each time that their thread's buffer is full, those of other threads can come
  /// between.
  static final int MAX_OTHERS = 1_000;

  private static final String EVENT = "jdk.InitialSystemProperty";
  private static final String CLASS_PATH = "java.class.path";

  /// Only set for a JVM with `--module-path`.
  private static final String MODULE_PATH = "jdk.module.path";

  /// The properties are among the first events: a long recording is not read to its end for them.
  private static final int MAX_EVENTS = 100_000;

  private final Path base;
  private final List<Path> files = new ArrayList<>();
  private final List<String> missing = new ArrayList<>(List.of(CLASS_PATH, MODULE_PATH));
  private boolean isElsewhere;
  private boolean hasBegun;
  private int others;

  /// @param base of relative paths: the JVM's own working directory is not recorded
  TargetClassPath(Path base) {
    this.base = base;
  }

  /// What was found.
  ///
  /// @param files the folders and jars that exist here; empty if they are not recorded, or the
  ///   recording is damaged
  /// @param isElsewhere whether relative ones do not exist here: the JVM's folder was another one
  public record Found(List<Path> files, boolean isElsewhere) {}

  /// Reads the paths of a JVM.
  ///
  /// @param recording the flight recording of the JVM
  /// @param base of relative paths
  public static Found of(Path recording, Path base) {
    TargetClassPath paths = new TargetClassPath(base);
    try (RecordingFile events = new RecordingFile(recording)) {
      for (int i = 0; i < MAX_EVENTS && !paths.isComplete() && events.hasMoreEvents(); i++) {
        RecordedEvent event = events.readEvent();
        if (event.getEventType().getName().equals(EVENT)) {
          paths.property(event.getString("key"), event.getString("value"));
        } else {
          paths.other();
        }
      }
    } catch (IOException | RuntimeException e) {
      return paths.found(); // A damaged recording is reported by those who read its samples.
    }
    return paths.found();
  }

  Found found() {
    return new Found(List.copyOf(files), isElsewhere);
  }

  /// Whether no more paths are to be expected.
  boolean isComplete() {
    return missing.isEmpty() || others >= MAX_OTHERS;
  }

  /// Another event was read.
  void other() {
    others += hasBegun ? 1 : 0;
  }

  /// A property was read.
  void property(@Nullable String key, @Nullable String value) throws IOException {
    hasBegun = true;
    others = 0;
    if (key == null || !missing.remove(key)) {
      return;
    }
    for (String each : (value == null ? "" : value).split(File.pathSeparator, -1)) {
      Path file = resolved(each);
      if (file != null && Files.exists(file)) {
        files.add(file);
        if (key.equals(MODULE_PATH)) {
          addJars(file);
        }
      } else if (file != null && !Path.of(each).isAbsolute()) {
        isElsewhere = true;
      }
    }
  }

  private @Nullable Path resolved(String path) {
    try {
      return path.isBlank() ? null : base.resolve(path);
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /// A folder of a module path holds modules; one of a class path holds classes only.
  private void addJars(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "*.jar")) {
        jars.forEach(files::add);
      }
    }
  }
}
