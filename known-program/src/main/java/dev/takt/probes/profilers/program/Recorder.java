package dev.takt.probes.profilers.program;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Map;
import jdk.jfr.Recording;

/// Records a profile of the threads that burn.
interface Recorder {

  void start() throws Exception;

  /// Writes the file.
  void stop() throws Exception;

  /// A recorder.
  ///
  /// @param kind `none`; `jfr-cpu` or `jfr-execution`: samples of JFR, by CPU time or by the wall
  ///   clock; `dumps`: dumps of all threads, as collapsed stacks; `async:EVENT`: async-profiler,
  ///   whose API and library are in a jar on the class path
  static Recorder of(String kind, Path file) {
    return switch (kind) {
      case "none" -> new None();
      case "jfr-cpu" ->
          new Flight(file, Map.of("jdk.CPUTimeSample", "throttle", "jdk.CPUTimeSamplesLost", ""));
      case "jfr-execution" ->
          new Flight(
              file, Map.of("jdk.ExecutionSample", "period", "jdk.NativeMethodSample", "period"));
      case "dumps" -> new ThreadDumps(file);
      default -> new AsyncProfiler(kind.substring(kind.indexOf(':') + 1), file);
    };
  }

  /// Records nothing.
  final class None implements Recorder {
    @Override
    public void start() {}

    @Override
    public void stop() {}
  }

  /// A flight recording.
  final class Flight implements Recorder {
    private final Recording recording = new Recording();
    private final Path file;

    /// @param events with the name of the setting for their period; empty for none
    Flight(Path file, Map<String, String> events) {
      this.file = file;
      events.forEach((name, setting) -> {
        var settings = recording.enable(name);
        if (!setting.isEmpty()) {
          settings.with(setting, "10 ms");
        }
      });
      recording.enable("jdk.ActiveSetting");
    }

    @Override
    public void start() {
      recording.start();
    }

    @Override
    public void stop() throws Exception {
      recording.stop();
      recording.dump(file);
      recording.close();
    }
  }

  /// async-profiler, through the API in its jar.
  final class AsyncProfiler implements Recorder {
    private final String event;
    private final Path file;
    private final Object api;
    private final Method execute;

    AsyncProfiler(String event, Path file) {
      this.event = event;
      this.file = file;
      try {
        Class<?> type = Class.forName("one.profiler.AsyncProfiler");
        api = type.getMethod("getInstance").invoke(null);
        execute = type.getMethod("execute", String.class);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("async-profiler cannot be used: " + e, e);
      }
    }

    @Override
    public void start() throws Exception {
      execute("start,event=" + event + ",interval=10ms,jfr,file=" + file);
    }

    @Override
    public void stop() throws Exception {
      execute("stop");
    }

    private void execute(String command) throws ReflectiveOperationException {
      if (execute.invoke(api, command) == null) {
        throw new IllegalStateException("async-profiler does not answer");
      }
    }
  }
}
