package dev.takt.probes.nepotism;

import dev.takt.explain.collections.CollectionReport;
import dev.takt.explain.collections.CollectionRow;
import dev.takt.load.server.Folders;
import dev.takt.probes.ForkedJvm;
import dev.takt.probes.ProbeSink;
import dev.takt.probes.ProgramJdk;
import dev.takt.probes.nepotism.NepotismResult.QueueKind;
import dev.takt.probes.nepotism.NepotismResult.Row;
import dev.takt.probes.nepotism.program.QueueProgram;
import dev.takt.process.Exit;
import dev.takt.runs.model.Stalls;
import dev.takt.watch.Observers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Passes elements through a queue whose consumed nodes keep their links, and through one without
/// that fault, with each collector in a JVM of its own.
public final class NepotismProbe {

  /// The young generation has a fixed size, so that its collections can be compared.
  private static final List<String> HEAP = List.of("-Xms128m", "-Xmx128m", "-Xmn32m");

  private static final int MAX_LINES = 3;

  /// The program is compiled for it.
  private static final int MIN_JDK = 17;

  private final NepotismSettings settings;
  private final ProgramJdk jdk;
  private volatile @Nullable ForkedJvm child;
  private volatile boolean isStopped;

  /// Nothing is started yet.
  public NepotismProbe(NepotismSettings settings) {
    this.settings = settings;
    this.jdk = new ProgramJdk(settings.java());
  }

  /// Ends early. May be called by any thread.
  public void stop() {
    isStopped = true;
    ForkedJvm running = child;
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
    try (ForkedJvm running = ForkedJvm.start(command(collector, queue, recording))) {
      child = running;
      if (isStopped) {
        running.kill();
      }
      for (String line = running.readLine(); line != null; line = running.readLine()) {
        output.add(line);
      }
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

  private List<String> command(Collector collector, QueueKind queue, Path recording)
      throws IOException {
    List<String> words = new ArrayList<>();
    words.add(jdk.java().toString());
    words.addAll(HEAP);
    words.add(collector.option());
    words.addAll(List.of("-Xlog:disable", "-Xlog:all=error:stderr"));
    words.add("-XX:FlightRecorderOptions:repository=" + recording.getParent());
    words.add("-cp");
    words.add(ProgramJdk.placeOf(QueueProgram.class).toString());
    words.add(QueueProgram.class.getName());
    words.add(name(queue));
    words.add(Long.toString(settings.elements()));
    words.add(recording.toString());
    return words;
  }
}
