package dev.takt.probes.profilers;

import dev.takt.load.server.Folders;
import dev.takt.probes.FiveNumberSummary;
import dev.takt.probes.ForkedJvm;
import dev.takt.probes.ProbeSink;
import dev.takt.probes.ProgramJdk;
import dev.takt.probes.profilers.program.EscapeProgram;
import dev.takt.process.Exit;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stalls;
import dev.takt.watch.CpuProfiling;
import dev.takt.watch.Observers;
import dev.takt.watch.Watch;
import dev.takt.watch.WatchRequest;
import dev.takt.watch.observer.WatchLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Measures how many bytes a loop over a list allocates in a JVM that something observes: none if
/// escape analysis works, since then the iterator is not allocated.
///
/// [#run] is called once; [#stop] may be called by any thread at any time.
public final class EscapeProbe {

  private static final Duration SAMPLING = Duration.ofMillis(10);

  /// What is not observable if a watch does not get at a JVM.
  private static final List<String> UNWATCHED =
      List.of("JVM", "flight recording", "CPU profile", "hiccups");

  /// The agent waits for an exception that is never thrown before it would listen: no debugger can
  /// connect to it. Its capabilities are those of any debugger.
  private static final String DEBUGGER =
      "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,quiet=y,address=127.0.0.1:0"
          + ",onthrow=dev.takt.NeverThrown,launch=/bin/false";

  private final EscapeSettings settings;
  private final ProgramJdk jdk;
  private volatile boolean isStopped;
  private volatile @Nullable ForkedJvm child;

  /// A probe that has not run.
  public EscapeProbe(EscapeSettings settings) {
    this.settings = settings;
    this.jdk = new ProgramJdk(settings.java());
  }

  /// Ends the probe early, with the values measured so far.
  public void stop() {
    isStopped = true;
    ForkedJvm running = child;
    if (running != null) {
      running.kill();
    }
  }

  /// Measures.
  ///
  /// @param sink receives the progress
  /// @throws IOException with a message for people, if no JVM can be started
  public EscapeResult run(ProbeSink sink) throws IOException, InterruptedException {
    List<EscapeResult.Row> rows = new ArrayList<>();
    List<String> absent = new ArrayList<>();
    int feature = jdk.version().feature();
    for (EscapeCase each : settings.cases()) {
      Optional<String> obstacle = obstacle(each, feature);
      if (isStopped) {
        break;
      }
      if (obstacle.isPresent()) {
        absent.add(each.label() + ": " + obstacle.get());
        continue;
      }
      sink.progress(each.label());
      Path folder = Files.createTempDirectory("takt-escape");
      try {
        rows.add(new EscapeResult.Row(each, FiveNumberSummary.of(measure(each, folder))));
      } catch (IOException e) {
        if (each == EscapeCase.NOTHING && !isStopped) {
          throw e; // Then nothing else will work.
        }
        absent.add(each.label() + ": " + e.getMessage());
      } finally {
        Folders.delete(folder);
      }
    }
    if (rows.isEmpty() && !isStopped) {
      throw new IOException("nothing could be measured: " + String.join("; ", absent));
    }
    return new EscapeResult(rows, absent);
  }

  private Optional<String> obstacle(EscapeCase observer, int feature) throws InterruptedException {
    if (observer.isAsync() && settings.asyncProfiler() == null) {
      return Optional.of("name its jar, tools.profiler:async-profiler, with --async-profiler");
    }
    return observer == EscapeCase.TAKT_PROFILE ? Profiler.TAKT.obstacle(feature) : Optional.empty();
  }

  /// @return the bytes of a loop in each round
  private List<Double> measure(EscapeCase observer, Path folder)
      throws IOException, InterruptedException {
    List<Double> bytes = new ArrayList<>();
    List<String> others = new ArrayList<>();
    try (ForkedJvm jvm = ForkedJvm.start(command(observer, folder))) {
      child = jvm;
      if (isStopped) {
        jvm.kill();
      }
      Optional<Watch> watch = Optional.empty();
      try {
        for (String line = jvm.readLine(); line != null; line = jvm.readLine()) {
          String[] words = line.split(" ", -1);
          switch (words[0]) {
            case "ready" -> {
              watch = Optional.ofNullable(watch(observer, jvm.pid(), folder));
              watch.ifPresent(Watch::start);
              jvm.answer();
            }
            case "bytes" -> bytes.add(Double.parseDouble(words[1]) / Double.parseDouble(words[2]));
            case "end" -> {
              Optional<Watch> ended = watch;
              watch = Optional.empty();
              if (ended.isPresent()) {
                checkWatched(ended.get().finish());
              }
              jvm.answer();
            }
            default -> others.add(line);
          }
        }
      } finally {
        watch.ifPresent(Watch::finish);
      }
      Exit exit = jvm.awaitExit();
      if (!exit.isSuccess() || bytes.isEmpty()) {
        throw new IOException(
            "the program failed with " + exit.describe() + ": " + String.join("; ", others));
      }
    }
    return bytes;
  }

  /// A watch that did not get at the JVM disturbs nothing, and proves nothing.
  private static void checkWatched(Stalls found) throws IOException {
    for (NotObservable each : found.notObservable()) {
      if (each.side() == Side.TARGET && UNWATCHED.stream().anyMatch(each.what()::startsWith)) {
        throw new IOException("it did not watch the JVM: " + each.why());
      }
    }
  }

  private static @Nullable Watch watch(EscapeCase observer, long pid, Path folder) {
    OptionalLong target = OptionalLong.of(pid);
    return switch (observer) {
      case TAKT_WATCH -> Observers.of(new WatchRequest(folder, WatchLevel.DEFAULT, target, false));
      case TAKT_DEEP -> Observers.of(new WatchRequest(folder, WatchLevel.DEEP, target, false));
      case TAKT_PROFILE ->
          Observers.of(
              new WatchRequest(
                  folder,
                  WatchLevel.DEFAULT,
                  target,
                  false,
                  Optional.of(new CpuProfiling(SAMPLING, Optional.empty()))));
      default -> null;
    };
  }

  private List<String> command(EscapeCase observer, Path folder) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(jdk.java().toString());
    words.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-Xlog:disable", "-Xlog:all=error:stderr"));
    switch (observer) {
      case OFF -> words.add("-XX:-DoEscapeAnalysis");
      case DEBUGGER -> words.add(DEBUGGER);
      case JFR_PROFILE ->
          words.add(
              "-XX:StartFlightRecording:settings=profile,filename="
                  + folder.resolve("profile.jfr"));
      default -> {}
    }
    words.addAll(
        List.of(
            "-cp", ProgramJdk.classPath(settings.asyncProfiler()), EscapeProgram.class.getName()));
    words.add(observer.recorder());
    words.add(folder.resolve("recording").toString());
    words.add(observer == EscapeCase.INSTRUMENTED ? "instrumented" : "plain");
    return words;
  }
}
