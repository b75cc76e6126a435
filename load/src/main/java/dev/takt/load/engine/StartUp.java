package dev.takt.load.engine;

import dev.takt.load.wire.WireTransport;
import dev.takt.runs.json.JsonText;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.RunRecord;
import java.util.Map;

/// What a JVM has to load before its first run can send a request.
public final class StartUp {

  private StartUp() {}

  /// Loads and links it in a thread of its own, while the caller reads the plan. Without this, the
  /// first request is sent a tenth later. Has no effect on later runs of the same JVM.
  public static void begin() {
    Thread.ofPlatform().daemon().name("takt-start-up").start(StartUp::load);
  }

  private static void load() {
    try {
      WireTransport.load();
      String _ = JsonText.of(RunRecord.started(Map.of(), Environment.capture()));
    } catch (RuntimeException | LinkageError e) {
      // A run that needs it will fail in the same way, and report it.
    }
  }
}
