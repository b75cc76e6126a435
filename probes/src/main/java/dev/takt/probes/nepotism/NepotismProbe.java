package dev.takt.probes.nepotism;

import dev.takt.explain.collections.CollectionReport;
import dev.takt.explain.collections.CollectionRow;
import dev.takt.load.server.Folders;
import dev.takt.probes.ProbeSink;
import dev.takt.probes.ProgramJdk;
import dev.takt.probes.nepotism.NepotismResult.QueueKind;
import dev.takt.probes.nepotism.NepotismResult.Row;
import dev.takt.probes.nepotism.program.QueueProgram;
import dev.takt.process.Command;
import dev.takt.process.Exit;
import dev.takt.process.Launcher;
import dev.takt.process.Redirect;
import dev.takt.process.StreamChild;
import dev.takt.queues.MpscLinkedQueue;
import dev.takt.runs.model.Stalls;
import dev.takt.watch.Observers;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Passes elements through a queue whose consumed nodes keep their links, and through Takt's, with
/// each collector in a JVM of its own.
public final class NepotismProbe {

  /// The young generation has a fixed size, so that its collections can be compared.
  private static final List<String> HEAP = List.of("-Xms128m", "-Xmx128m", "-Xmn32m");

  private static final int MAX_LINES = 3;

  /// The program is compiled for the JDK that Takt needs.
  private static final int MIN_JDK = 25;

  private final NepotismSettings settings;
  private final ProgramJdk jdk;
  private volatile @Nullable StreamChild child;
  private volatile boolean isStopped;

  /// Nothing is started yet.
  public NepotismProbe(NepotismSettings settings) {
    this.settings = settings;
    this.jdk = new ProgramJdk(settings.java());
  }

  /// Ends early. May be called by any thread.
  public void stop() {
    isStopped = true;
    StreamChild running = child;
    if (running != null) {
      running.kill();
    }
  }

  /// Runs the program with each collector and queue.
  ///
  /// @param sink receives the progress
  /// @throws IOException with a message for people, if the JDK cannot run the program
  public NepotismResult run(ProbeSink sink) throws IOException, InterruptedException {
    Path java = jdk.java();
    Runtime.Version version = jdk.version();
    if (version.feature() < MIN_JDK) {
      throw new IOException(
          java + " is of JDK " + version.feature() + "; expected " + MIN_JDK + " or later");
    }
    List<Row> rows = new ArrayList<>();
    List<String> absent = new ArrayList<>();
    Path folder = Files.createTempDirectory("takt-nepotism");
    try {
      for (Collector each : settings.collectors()) {
        try {
          for (QueueKind queue : QueueKind.values()) {
            sink.progress(each.label() + ", " + name(queue) + " queue");
            List<CollectionRow> collections = run(each, queue, folder.resolve("queue.jfr"));
            if (isStopped) {
              return new NepotismResult(version.toString(), rows, absent);
            }
            rows.add(new Row(each, queue, collections));
          }
        } catch (IOException e) {
          absent.add(each.label() + ": " + e.getMessage());
        }
      }
    } finally {
      Folders.delete(folder);
    }
    return new NepotismResult(version.toString(), rows, absent);
  }

  private static String name(QueueKind queue) {
    return queue.name().toLowerCase(Locale.ROOT);
  }

  private List<CollectionRow> run(Collector collector, QueueKind queue, Path recording)
      throws IOException, InterruptedException {
    Files.deleteIfExists(recording);
    List<String> output = new ArrayList<>();
    StreamChild running = Launcher.shared().start(command(collector, queue, recording));
    child = running;
    try (running;
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(running.stdout(), StandardCharsets.UTF_8))) {
      if (isStopped) {
        running.kill();
      }
      lines.lines().forEach(output::add);
      Exit exit = running.awaitExit();
      if (!isStopped && !exit.isSuccess()) {
        throw new IOException(
            "its JVM failed ("
                + exit.describe()
                + "): "
                + String.join("; ", output.subList(0, Math.min(MAX_LINES, output.size()))));
      }
    }
    return isStopped ? List.of() : collections(Observers.read(recording).stalls());
  }

  /// All but those by which the program begins. Some collectors run them concurrently.
  static List<CollectionRow> collections(Stalls recorded) {
    Stalls own = recorded.only(each -> !"System.gc()".equals(each.cause()));
    return CollectionReport.of(own).stream().flatMap(each -> each.rows().stream()).toList();
  }

  private Command command(Collector collector, QueueKind queue, Path recording) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(jdk.java().toString());
    words.addAll(HEAP);
    words.add(collector.option());
    words.addAll(List.of("-Xlog:disable", "-Xlog:all=error:stderr"));
    words.add("-XX:FlightRecorderOptions:repository=" + recording.getParent());
    words.add("-cp");
    words.add(placeOf(QueueProgram.class) + File.pathSeparator + placeOf(MpscLinkedQueue.class));
    words.add(QueueProgram.class.getName());
    words.add(name(queue));
    words.add(Long.toString(settings.elements()));
    words.add(recording.toString());
    Command.Builder command =
        Command.builder(words).stdin(Redirect.discard()).stderr(Redirect.toStdout());
    return (Launcher.shared().isNative() ? command.endWithParent() : command).build();
  }

  private static Path placeOf(Class<?> type) throws IOException {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException("the program of the probe is not in a file", e);
    }
  }
}
