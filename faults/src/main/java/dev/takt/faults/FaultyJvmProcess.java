package dev.takt.faults;

import dev.takt.process.Command;
import dev.takt.process.Exit;
import dev.takt.process.Launcher;
import dev.takt.process.Redirect;
import dev.takt.process.Signal;
import dev.takt.process.StartException;
import dev.takt.process.StreamChild;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Starts and controls a JVM with [FaultyJvm] or another program with its protocol. Not
/// thread-safe.
final class FaultyJvmProcess implements AutoCloseable {

  private final StreamChild child;
  private final BufferedReader answers;
  private int port;
  private int databasePort;

  private FaultyJvmProcess(StreamChild child) {
    this.child = child;
    this.answers =
        new BufferedReader(new InputStreamReader(child.stdout(), StandardCharsets.UTF_8));
  }

  /// Starts it and waits until it is ready.
  ///
  /// @param folder the directory that it writes to
  /// @param environment added to this process's environment
  static FaultyJvmProcess start(Path folder, Map<String, String> environment) throws IOException {
    return start(FaultyJvm.class, folder, environment);
  }

  /// Starts another program with the same protocol.
  static FaultyJvmProcess start(Class<?> main, Path folder, Map<String, String> environment)
      throws IOException {
    List<String> words =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-Xms192m",
            "-Xmx192m",
            "-Xmn32m",
            SafepointBlocker.FLAG,
            "-cp",
            System.getProperty("java.class.path"),
            main.getName(),
            folder.toString());
    Command.Builder command =
        Command.builder(words).stderr(Redirect.to(folder.resolve("patient.log"))).endWithParent();
    environment.forEach(command::environment);
    try {
      FaultyJvmProcess patient = new FaultyJvmProcess(Launcher.shared().start(command.build()));
      patient.await(FaultyJvm.READY);
      return patient;
    } catch (StartException e) {
      throw new IOException("the faulty JVM cannot be started: " + e.getMessage(), e);
    }
  }

  long pid() {
    return child.pid();
  }

  /// Its HTTP port; 0 if it has none.
  int port() {
    return port;
  }

  /// Its port for PostgreSQL's protocol; 0 if it has none.
  int databasePort() {
    return databasePort;
  }

  /// Sends a command and waits until it is done.
  GroundTruth send(String command) throws IOException {
    child.stdin().write((command + "\n").getBytes(StandardCharsets.UTF_8));
    child.stdin().flush();
    return await(FaultyJvm.DONE);
  }

  /// Reads until a line is `word`. Other lines are ignored: options in the environment may make a
  /// JVM print some.
  private GroundTruth await(String word) throws IOException {
    List<Fault> faults = new ArrayList<>();
    List<Pause> gaps = new ArrayList<>();
    for (String line = answers.readLine(); line != null; line = answers.readLine()) {
      if (line.equals(word)) {
        return new GroundTruth(faults, gaps);
      }
      if (line.startsWith(Fault.WORD + " ")) {
        faults.add(Fault.parse(line));
      } else if (line.startsWith(Pause.WORD + " ")) {
        gaps.add(Pause.parse(line));
      } else if (line.startsWith(ShopServerMain.PORT + " ")) {
        port = Integer.parseInt(line.substring(ShopServerMain.PORT.length() + 1));
      } else if (line.startsWith(ShopServerMain.DATABASE_PORT + " ")) {
        databasePort = Integer.parseInt(line.substring(ShopServerMain.DATABASE_PORT.length() + 1));
      }
    }
    throw new IOException(
        "the faulty JVM ended early: "
            + child.exit().map(Exit::describe).orElse("its output is closed"));
  }

  void signal(Signal signal) {
    child.signal(signal);
  }

  @Override
  public void close() {
    child.close();
  }
}
