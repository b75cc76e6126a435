package dev.takt.fleet.agent;

import dev.takt.process.Command;
import dev.takt.process.Launcher;
import dev.takt.process.Redirect;
import dev.takt.process.StartException;
import dev.takt.process.StreamChild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Agents on this machine, for trying a fleet and for tests. They end with this process.
public final class LocalAgents implements AutoCloseable {

  private static final Duration END_TIMEOUT = Duration.ofSeconds(2);

  private final List<String> takt;
  private final List<StreamChild> agents = new ArrayList<>();
  private @Nullable Path folder;

  /// None yet.
  ///
  /// @param takt the words that start Takt, to which those of a command are added
  public LocalAgents(List<String> takt) {
    this.takt = List.copyOf(takt);
  }

  /// Starts them.
  ///
  /// @param count how many
  /// @param port of the coordinator on this machine
  /// @param folder for their files and logs
  /// @throws IOException with a message for people
  public void start(int count, int port, Path folder) throws IOException {
    Files.createDirectories(folder);
    this.folder = folder;
    for (int i = 1; i <= count; i++) {
      String name = "local-" + i;
      List<String> words = new ArrayList<>(takt);
      words.addAll(List.of("fleet", "join", "127.0.0.1:" + port, "--name", name));
      words.addAll(List.of("--dir", folder.toString(), "--allow"));
      Command command =
          Command.builder(words)
              .stdout(Redirect.discard())
              .stderr(Redirect.to(folder.resolve(name + ".log")))
              .leadGroup() // Ctrl-C is for the coordinator, which stops them in good order
              .endWithParent()
              .build();
      try {
        agents.add(Launcher.shared().start(command));
      } catch (StartException e) {
        throw new IOException("agent " + name + " cannot be started: " + e.getMessage(), e);
      }
    }
  }

  /// Removes their files, if copies of all of them are elsewhere.
  public void removeFiles(boolean areCopied) throws IOException {
    Path own = folder;
    if (own != null && areCopied) {
      Folders.delete(own);
    }
  }

  /// Lets them end, and ends those that do not.
  @Override
  public void close() {
    agents.forEach(each -> each.terminate(END_TIMEOUT));
  }
}
