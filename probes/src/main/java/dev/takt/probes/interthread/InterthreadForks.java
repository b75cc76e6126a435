package dev.takt.probes.interthread;

import dev.takt.probes.ForkedJvm;
import dev.takt.probes.ProbeSink;
import dev.takt.probes.ProgramJdk;
import dev.takt.probes.interthread.InterthreadComparison.Measured;
import dev.takt.probes.interthread.program.InterthreadProgram;
import dev.takt.process.Exit;
import dev.takt.queues.MessageQueue;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.text.EnglishText;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Measures the latency of messages in several JVMs, one after the other. Each runs the same
/// program, which needs JDK 17.
///
/// [#run] is called once; [#stop] may be called by any thread at any time.
public final class InterthreadForks {

  private static final int MIN_JDK = 17;
  private static final int MAX_LINES = 3;

  private static final Map<String, String> TAGS =
      Map.of(
          "rt", InterthreadProbe.RESPONSE,
          "st", InterthreadProbe.SERVICE,
          "wt", InterthreadProbe.WAIT);

  private final InterthreadSettings settings;
  private final List<InterthreadJvm> jvms;
  private volatile boolean isStopped;
  private volatile @Nullable ForkedJvm child;

  /// @param settings of a bounded queue, spinning threads and no pinning
  public InterthreadForks(InterthreadSettings settings, List<InterthreadJvm> jvms) {
    this.settings = settings;
    this.jvms = List.copyOf(jvms);
  }

  /// The tag of the values of one JVM.
  ///
  /// @param number of the JVM, from 1
  /// @param measure such as [InterthreadProbe#RESPONSE]
  public static String tag(int number, String measure) {
    return measure + ":jvm-" + number;
  }

  /// Ends early, with the JVMs that were measured completely.
  public void stop() {
    isStopped = true;
    ForkedJvm running = child;
    if (running != null) {
      running.kill();
    }
  }

  /// Measures. All JVMs are checked before the first one starts.
  ///
  /// @throws IOException with a message for people, if one cannot run the program
  public InterthreadComparison run(ProbeSink sink) throws IOException, InterruptedException {
    List<String> names = new ArrayList<>();
    for (InterthreadJvm each : jvms) {
      names.add(name(each));
    }
    List<Measured> measured = new ArrayList<>();
    for (int i = 0; i < jvms.size() && !isStopped; i++) {
      sink.progress(EnglishText.format("JVM %d of %d: %s", i + 1, jvms.size(), names.get(i)));
      Output output = run(jvms.get(i), names.get(i));
      if (!isStopped) {
        int number = i + 1;
        long end = System.nanoTime();
        output.values.forEach((name, histogram) ->
            sink.interval(
                tag(number, TAGS.getOrDefault(name, name)),
                end - settings.measureNanos(),
                end,
                histogram.toCounts()));
        measured.add(output.measured(names.get(i)));
      }
    }
    return new InterthreadComparison(measured);
  }

  /// Its version and options.
  private static String name(InterthreadJvm jvm) throws IOException {
    ProgramJdk jdk = new ProgramJdk(jvm.java());
    Path java = jdk.java();
    Runtime.Version version = jdk.version();
    if (version.feature() < MIN_JDK) {
      throw new IOException(
          java + " is of JDK " + version.feature() + "; expected " + MIN_JDK + " or later");
    }
    return "JDK "
        + version
        + (jvm.options().isEmpty() ? "" : ' ' + String.join(" ", jvm.options()));
  }

  private Output run(InterthreadJvm jvm, String name) throws IOException, InterruptedException {
    Output output = new Output();
    try (ForkedJvm running = ForkedJvm.start(command(jvm))) {
      child = running;
      if (isStopped) {
        running.kill();
      }
      for (String line = running.readLine(); line != null; line = running.readLine()) {
        output.take(line);
      }
      Exit exit = running.awaitExit();
      if (!isStopped && !exit.isSuccess()) {
        throw new IOException(name + " failed (" + exit.describe() + ")" + output.words());
      }
    }
    if (!isStopped && !output.isComplete()) {
      throw new IOException(name + " printed no result" + output.words());
    }
    return output;
  }

  private List<String> command(InterthreadJvm jvm) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(new ProgramJdk(jvm.java()).java().toString());
    words.addAll(jvm.options());
    words.add("-cp");
    words.add(
        ProgramJdk.placeOf(InterthreadProgram.class)
            + File.pathSeparator
            + ProgramJdk.placeOf(MessageQueue.class));
    words.add(InterthreadProgram.class.getName());
    words.add(settings.queue().create(settings.capacity()).getClass().getName());
    words.add(Integer.toString(settings.capacity()));
    InterthreadSettings.Rate rate = settings.rate();
    words.add(Long.toString(rate == null ? 1 : rate.messages()));
    words.add(Long.toString(rate == null ? 0 : rate.nanos()));
    words.add(Long.toString(settings.warmupNanos()));
    words.add(Long.toString(settings.measureNanos()));
    return words;
  }

  /// The running JVM; null if there is none.
  @Nullable ForkedJvm running() {
    return child;
  }

  /// The output of the program.
  static final class Output {

    private final Map<String, LatencyHistogram> values = new LinkedHashMap<>();
    private final Map<String, Long> numbers = new LinkedHashMap<>();
    private final Map<String, Double> offShares = new LinkedHashMap<>();
    private final List<String> others = new ArrayList<>();

    void take(String line) {
      String[] words = line.split(" ", -1);
      boolean isNumeric = words.length > 1;
      for (int i = 1; i < words.length; i++) {
        isNumeric &= words[i].matches("-?\\d{1,18}");
      }
      if (isNumeric && words.length == 3 && TAGS.containsKey(words[0])) {
        values
            .computeIfAbsent(words[0], _ -> new LatencyHistogram())
            .record(Long.parseLong(words[1]), Long.parseLong(words[2]));
      } else if (isNumeric && words.length == 2) {
        numbers.put(words[0], Long.parseLong(words[1]));
      } else if (isNumeric && words.length == 3) {
        double share = 1 - (double) Long.parseLong(words[2]) / Long.parseLong(words[1]);
        offShares.put(words[0], Math.clamp(share, 0, 1));
      } else if (others.size() < MAX_LINES) {
        others.add(line);
      }
    }

    boolean isComplete() {
      return numbers.containsKey("sent")
          && numbers.containsKey("neverSent")
          && offShares.size() == 2;
    }

    String words() {
      return others.isEmpty() ? "" : ": " + String.join("; ", others);
    }

    Measured measured(String name) {
      long sent = numbers.getOrDefault("sent", 0L);
      LatencyHistogram services = values.get("st");
      return new Measured(
          name,
          new InterthreadResult.MessageCounts(
              sent + numbers.getOrDefault("neverSent", 0L),
              sent,
              services == null ? 0 : services.totalCount()),
          InterthreadProbe.disturbedSpinning(
              offShares.getOrDefault("sender", 0.0), offShares.getOrDefault("receiver", 0.0)));
    }
  }
}
