package dev.takt.watch;

import dev.takt.runs.RunDirectory;
import dev.takt.runs.Stalls;
import dev.takt.watch.observer.Observer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Chooses the observers for a subject.
public final class Observers {

  private Observers() {}

  /// A watch with all observers that can see something of it.
  public static Watch of(Subject subject) {
    List<Observer> observers = new ArrayList<>();
    return new Watch(observers);
  }

  /// What a run saw, or what can be told from a flight recording.
  ///
  /// @param path a run's directory, or a recording
  /// @throws IOException with a message for people, if it is neither, or damaged
  public static Stalls read(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      return RunDirectory.open(path).readStalls();
    }
    throw new IOException(path + " is no recording");
  }
}
