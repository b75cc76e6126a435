package dev.takt.fleet.agent;

import dev.takt.load.config.source.PlanKey;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The generator of one machine: `takt run` as a child process, which gets its start on standard
/// input once it is ready. Or what a machine that only watches has instead: `takt watch`, which
/// ends with its input. Both end with this process.
final class GeneratorProcess implements Generator {

  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

  /// A watch reads its recordings when it ends.
  private static final Duration WATCH_STOP_TIMEOUT = Duration.ofSeconds(110);

  private static final int MAX_TEXT = 4_000;
  private static final int STOPPED_BY_SIGNAL = 128;

  private final StreamChild child;
  private final Path log;
  private final Duration stopTimeout;
  private final Listener listener;

  private GeneratorProcess(StreamChild child, Path log, Duration stopTimeout, Listener listener) {
    this.child = child;
    this.log = log;
    this.stopTimeout = stopTimeout;
    this.listener = listener;
  }

  /// Starts it.
  ///
  /// @param takt the words that start Takt
  /// @param folder new and empty; the run directory is `run` in it
  /// @throws IOException with a message for people
  static GeneratorProcess start(
      List<String> takt, Path folder, String plan, String share, Listener listener)
      throws IOException {
    Path file = folder.resolve("plan.yaml");
    Files.writeString(file, plan);
    List<String> words = new ArrayList<>(takt);
    words.addAll(List.of("run", file.toString(), "--share", share, "--start-at", "-"));
    words.addAll(List.of("--out", Generator.runDirectory(folder).toString()));
    words.addAll(List.of("--quiet", "--no-report", "--format", "json"));
    return start(words, folder.resolve("generator.log"), STOP_TIMEOUT, listener);
  }

  /// Starts a watch.
  ///
  /// @param takt the words that start Takt
  /// @param watch the command that watches
  /// @param folder new and empty; the run directory is `run` in it
  /// @throws IOException with a message for people
  static GeneratorProcess watch(
      List<String> takt, List<String> watch, Path folder, Listener listener) throws IOException {
    List<String> words = new ArrayList<>(takt);
    words.addAll(watch);
    words.addAll(List.of("--for", "-", "--out", Generator.runDirectory(folder).toString()));
    words.addAll(List.of("--quiet", "--format", "json"));
    return start(words, folder.resolve("watch.log"), WATCH_STOP_TIMEOUT, listener);
  }

  private static GeneratorProcess start(
      List<String> words, Path log, Duration stopTimeout, Listener listener) throws IOException {
    Command.Builder command =
        Command.builder(words)
            .environment(withoutSettings())
            .stderr(Redirect.to(log))
            .endWithParent();
    try {
      StreamChild child = Launcher.shared().start(command.build());
      GeneratorProcess generator = new GeneratorProcess(child, log, stopTimeout, listener);
      Thread.ofVirtual().start(generator::follow);
      return generator;
    } catch (StartException e) {
      throw new IOException("it cannot be started: " + e.getMessage(), e);
    }
  }

  /// Variables of this process that would change the plan are not passed on.
  private static Map<String, @Nullable String> withoutSettings() {
    Map<String, @Nullable String> changes = new HashMap<>();
    Stream.of(PlanKey.values())
        .map(PlanKey::variable)
        .filter(Objects::nonNull)
        .forEach(each -> changes.put(each, null));
    return changes;
  }

  private void follow() {
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(child.stdout(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.equals("ready")) {
          listener.ready();
        }
      }
    } catch (IOException _) {
      // Its exit says what is to be said.
    }
    try {
      Exit exit = child.awaitExit();
      listener.ended(exitCode(exit), exit instanceof Exit.Killed ? exit.describe() : text());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int exitCode(Exit exit) {
    return switch (exit) {
      case Exit.Code code -> code.value();
      case Exit.Killed killed -> STOPPED_BY_SIGNAL + killed.signal();
      case Exit.Unknown _ -> 1;
    };
  }

  private String text() {
    try {
      String all = Files.readString(log);
      return unwrapped(all.substring(Math.max(0, all.length() - MAX_TEXT)).strip());
    } catch (IOException _) {
      return "";
    }
  }

  /// Joins the lines of a message that were wrapped, indented by the length of `takt: `: they are
  /// wrapped again where they are shown.
  static String unwrapped(String text) {
    return text.replaceAll("\n {6}(?! )", " ");
  }

  @Override
  public void startAt(long nanoTime) throws IOException {
    child.stdin().write(("monotonic:" + nanoTime + "\n").getBytes(StandardCharsets.UTF_8));
    child.stdin().flush();
  }

  @Override
  public void stop() {
    try {
      child.stdin().close();
    } catch (IOException _) {
      // It has ended.
    }
    Thread.ofVirtual()
        .start(() -> {
          try {
            if (child.awaitExit(stopTimeout).isEmpty()) {
              child.kill();
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  @Override
  public Duration stopTimeout() {
    return stopTimeout;
  }

  @Override
  public void close() {
    child.close();
  }
}
