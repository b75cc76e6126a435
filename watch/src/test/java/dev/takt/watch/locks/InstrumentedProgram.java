package dev.takt.watch.locks;

import dev.takt.agent.locks.LockInstrument;
import dev.takt.record.ClockAnchor;
import dev.takt.watch.observer.WatchLevel;
import java.nio.file.Path;
import java.util.Objects;
import jdk.jfr.Recording;

/// Runs convoys in a JVM that has the [LockAgent], and prints the true times: a line for the clock,
/// and one for each wait.
final class InstrumentedProgram {

  private InstrumentedProgram() {}

  /// @param arguments the file for the recording
  public static void main(String[] arguments) throws Exception {
    LockInstrument instrument = Objects.requireNonNull(LockAgent.instrument);
    instrument.problems().forEach(problem -> System.out.println("problem " + problem));
    ClockAnchor anchor = ClockAnchor.now();
    System.out.println(
        "anchor " + anchor.nanoTime() + ' ' + anchor.epochNanos() + ' ' + anchor.errorNanos());
    try (Recording recording = new Recording()) {
      recording.setSettings(ThreadWaitEvents.settings(WatchLevel.DEEP));
      recording.start();
      run("-p ", Thread.ofPlatform());
      run("-v ", Thread.ofVirtual());
      instrument.uninstall();
      run("-u ", Thread.ofPlatform());
      recording.stop();
      recording.dump(Path.of(arguments[0]));
    }
    instrument.problems().forEach(problem -> System.out.println("problem " + problem));
  }

  private static void run(String suffix, Thread.Builder threads) throws Exception {
    for (var lock : Locks.ofTheLibrary().entrySet()) {
      ConvoyProgram.run(threads, suffix + lock.getKey(), lock.getValue())
          .forEach((name, truth) ->
              System.out.println("wait " + truth.asked() + ' ' + truth.had() + ' ' + name));
    }
  }
}
