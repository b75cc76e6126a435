package dev.takt.probes.profilers;

import dev.takt.explain.profile.JvmThreads;
import dev.takt.probes.profilers.program.KnownProgram;
import dev.takt.process.Command;
import dev.takt.process.Exit;
import dev.takt.process.Launcher;
import dev.takt.process.Redirect;
import dev.takt.process.Signal;
import dev.takt.process.StartException;
import dev.takt.process.StreamChild;
import dev.takt.watch.jvm.attach.JvmCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Linux' `perf`, which samples the CPU time of a process from outside. It knows compiled methods
/// by a map that the JVM writes on request (`Compiler.perfmap`). Not thread-safe.
final class Perf implements AutoCloseable {

  private static final String NAME = "perf";
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final long POLL_MILLIS = 20;
  private static final String FIELDS = "comm,tid,ip,sym,dso";

  /// `burner 29344`, before the frames of a sample. The kernel cuts a name to 15 characters.
  private static final Pattern THREAD = Pattern.compile("(\\S.*?) +\\d+ *");

  /// ` 7f1c2a int dev.takt.Loops.sum(int) (/tmp/perf-29344.map)`.
  private static final Pattern FRAME =
      Pattern.compile("\\s+[0-9a-f]+ (.+?)(?:\\+0x[0-9a-f]+)? \\((?!.*\\) \\()(.*)\\)");

  /// An interrupt takes the time of the method that it interrupts.
  private static final String KERNEL = "[kernel";

  /// `int dev.takt.Loops.sum(int)`.
  private static final Pattern METHOD = Pattern.compile("\\S+ ([\\w.$<>/]+)\\(.*\\)");

  private final long pid;
  private final Path data;
  private final StreamChild child;

  private Perf(long pid, Path data, StreamChild child) {
    this.pid = pid;
    this.data = data;
    this.child = child;
  }

  /// Why it cannot record here; empty if it can.
  static Optional<String> obstacle() throws InterruptedException {
    try {
      Path file = Files.createTempFile("takt-perf", ".data");
      try {
        String said =
            output(List.of(NAME, "record", "-q", "-e", "cpu-clock", "-o", file.toString(), "true"));
        return said.isEmpty() ? Optional.empty() : Optional.of("not available: " + reason(said));
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (StartException e) {
      return Optional.of("not available: there is no command perf; its package is linux-perf");
    } catch (IOException e) {
      return Optional.of("not available: " + e.getMessage());
    }
  }

  /// The first line that says something: perf begins with `Error:` alone.
  static String reason(String said) {
    return said.lines()
        .map(String::strip)
        .filter(each -> !each.isEmpty() && !each.matches("(?i)(error|warning):?"))
        .findFirst()
        .orElse("it says no reason");
  }

  /// What a command prints, if it fails; empty if it does not.
  private static String output(List<String> words)
      throws StartException, IOException, InterruptedException {
    try (StreamChild child = start(words)) {
      String said = new String(child.stdout().readAllBytes(), StandardCharsets.UTF_8).strip();
      Exit exit = child.awaitExit();
      return exit.isSuccess() ? "" : said.isEmpty() ? exit.describe() : said;
    }
  }

  /// Begins to sample all threads of a process, also those that it will start.
  ///
  /// @throws IOException with a message for people, if perf does not start
  static Perf start(long pid, Path data) throws IOException, InterruptedException {
    StreamChild child;
    try {
      child =
          start(
              List.of(
                  NAME,
                  "record",
                  "-q",
                  "-e",
                  "cpu-clock",
                  "-c",
                  Long.toString(Profiler.PERIOD_NANOS),
                  "-g",
                  "-p",
                  Long.toString(pid),
                  "-o",
                  data.toString()));
    } catch (StartException e) {
      throw new IOException("perf cannot be started: " + e.getMessage(), e);
    }
    Perf perf = new Perf(pid, data, child);
    try {
      perf.awaitBegin();
      return perf;
    } catch (IOException | InterruptedException e) {
      perf.close();
      throw e;
    }
  }

  private void awaitBegin() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    while (!hasBegun() && child.isRunning() && System.nanoTime() - deadline < 0) {
      Thread.sleep(POLL_MILLIS);
    }
    if (!hasBegun()) {
      throw new IOException("perf does not record process " + pid);
    }
    Thread.sleep(5 * POLL_MILLIS); // It opens an event for each thread, then enables them.
  }

  private static StreamChild start(List<String> words) throws StartException {
    Launcher launcher = Launcher.shared();
    Command.Builder command = Command.builder(words).stderr(Redirect.toStdout());
    if (launcher.isNative()) {
      command.endWithParent();
    }
    return launcher.start(command.build());
  }

  private boolean hasBegun() {
    try (Stream<Path> open = Files.list(Path.of("/proc/" + child.pid() + "/fd"))) {
      return open.anyMatch(Perf::isEvent);
    } catch (IOException | UncheckedIOException _) {
      return false;
    }
  }

  private static boolean isEvent(Path link) {
    try {
      return Files.readSymbolicLink(link).toString().contains("[perf_event]");
    } catch (IOException _) {
      return false; // It was closed meanwhile.
    }
  }

  /// Ends it, while the process still runs, and writes its samples as text.
  ///
  /// @throws IOException with a message for people, if that fails
  void stop(Path text) throws IOException, InterruptedException {
    try (JvmCommands jvm = JvmCommands.of(pid)) {
      jvm.run("Compiler.perfmap");
    }
    child.signal(Signal.INT);
    if (child.awaitExit(TIMEOUT).isEmpty()) {
      throw new IOException("perf does not end");
    }
    List<String> words =
        List.of(NAME, "script", "-i", data.toString(), "-F", FIELDS, "--no-inline");
    try (StreamChild script = start(words)) {
      Files.copy(script.stdout(), text, StandardCopyOption.REPLACE_EXISTING);
      if (!script.awaitExit().isSuccess()) {
        throw new IOException("perf cannot read its samples: " + reason(Files.readString(text)));
      }
    } catch (StartException e) {
      throw new IOException("perf cannot be started: " + e.getMessage(), e);
    }
  }

  /// Reads what [#stop] has written.
  static Samples read(Path text) throws IOException {
    return parse(Files.readAllLines(text), KnownProgram.burners(text), Profiler.PERIOD_NANOS);
  }

  /// Reads the output of `perf script`.
  static Samples parse(List<String> lines, Predicate<String> isBurner, long periodNanos) {
    List<Stack> stacks = new ArrayList<>();
    long jvm = 0;
    String thread = "";
    List<String> frames = new ArrayList<>();
    for (String line : Stream.concat(lines.stream(), Stream.of("")).toList()) {
      Matcher named = THREAD.matcher(line);
      Matcher frame = FRAME.matcher(line);
      if (frame.matches()) {
        if (!frame.group(2).startsWith(KERNEL)) {
          frames.add(name(frame.group(1)));
        }
      } else if (named.matches()) {
        thread = named.group(1);
      } else if (line.isBlank() && !thread.isEmpty()) {
        if (isBurner.test(thread)) {
          Collections.reverse(frames);
          stacks.add(new Stack(frames, Stack.NO_LINE, periodNanos, 1));
        }
        jvm += JvmThreads.Kind.of(thread).isPresent() ? periodNanos : 0;
        thread = "";
        frames.clear();
      }
    }
    return new Samples(stacks, 0, jvm, 0, 0, 0);
  }

  /// All stubs have one name, and all interpreted methods: which one it was, perf does not say.
  private static String name(String symbol) {
    Matcher method = METHOD.matcher(symbol);
    if (method.matches()) {
      return method.group(1);
    }
    boolean isUnknown =
        symbol.startsWith("[") || symbol.startsWith("StubRoutines") || symbol.equals("Interpreter");
    return isUnknown ? "[" + symbol.replaceAll("[\\[\\]]", "") + "]" : symbol;
  }

  @Override
  public void close() {
    child.close();
    try {
      Files.deleteIfExists(data);
      Files.deleteIfExists(Path.of("/tmp/perf-" + pid + ".map")); // where JVM and perf expect it
    } catch (IOException _) {
      // They are in folders for such files.
    }
  }
}
