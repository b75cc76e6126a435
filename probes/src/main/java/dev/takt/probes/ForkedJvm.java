package dev.takt.probes;

import dev.takt.process.Command;
import dev.takt.process.Exit;
import dev.takt.process.Launcher;
import dev.takt.process.Redirect;
import dev.takt.process.StartException;
import dev.takt.process.StreamChild;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A JVM that a probe starts. Where the system can do that, it ends with this process, also if that
/// is killed. [#kill] may be called by any thread; the rest by one.
public final class ForkedJvm implements AutoCloseable {

  private final StreamChild child;
  private final BufferedReader lines;

  private ForkedJvm(StreamChild child) {
    this.child = child;
    this.lines = new BufferedReader(new InputStreamReader(child.stdout(), StandardCharsets.UTF_8));
  }

  /// Starts a command.
  ///
  /// @throws IOException with a message for people, if it cannot be started
  public static ForkedJvm start(List<String> words) throws IOException {
    Launcher launcher = Launcher.shared();
    Command.Builder command = Command.builder(words).stderr(Redirect.toStdout());
    if (launcher.isNative()) {
      command.endWithParent();
    }
    try {
      return new ForkedJvm(launcher.start(command.build()));
    } catch (StartException e) {
      throw new IOException("a JVM cannot be started: " + e.getMessage(), e);
    }
  }

  public long pid() {
    return child.pid();
  }

  /// The next line of its standard output or standard error; null at the end.
  public @Nullable String readLine() throws IOException {
    return lines.readLine();
  }

  /// Writes a line to its standard input. Does nothing if it has ended.
  public void answer() {
    try {
      child.stdin().write('\n');
      child.stdin().flush();
    } catch (IOException _) {
      // Its end is reported by its exit code.
    }
  }

  public Exit awaitExit() throws InterruptedException {
    return child.awaitExit();
  }

  /// Ends it at once.
  public void kill() {
    child.kill();
  }

  /// Ends it, if it still runs.
  @Override
  public void close() {
    child.close();
  }
}
