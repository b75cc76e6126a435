package dev.takt.probes.nepotism.program;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Queue;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;

/// The main class of the program. A node of an empty queue is moved to the old generation; then
/// elements pass through the queue, a few at a time, and the collections are recorded.
///
/// Arguments: the queue (`naive` or `fixed`), the number of elements, and the file of the
/// recording.
public final class QueueProgram {

  /// How many elements the queue has at most.
  private static final int BURST = 100;

  /// Collections of the whole heap, which move all that is alive to the old generation.
  private static final int PROMOTIONS = 3;

  private static final Object ELEMENT = new Object();

  /// The events that say what collections collected.
  private static final String[] EVENTS = {
    "GarbageCollection",
    "G1GarbageCollection",
    "GCPhasePause",
    "GCHeapSummary",
    "G1HeapSummary",
    "PSHeapSummary",
    "G1EvacuationOldStatistics",
    "TenuringDistribution",
    "PromotionFailed",
    "EvacuationFailed",
    "YoungGenerationConfiguration",
    "ActiveSetting"
  };

  static @Nullable Object taken;

  private QueueProgram() {}

  /// Runs the program.
  public static void main(String[] args) throws IOException {
    Queue<Object> queue = new LinkedQueue<>(args[0].equals("fixed"));
    long elements = Long.parseLong(args[1]);
    try (Recording recording = new Recording()) {
      for (String each : EVENTS) {
        recording.enable("jdk." + each).withoutThreshold();
      }
      recording.start();
      for (int i = 0; i < PROMOTIONS; i++) {
        pass(queue, BURST);
        System.gc();
      }
      pass(queue, elements);
      recording.stop();
      recording.dump(Path.of(args[2]));
    }
  }

  private static void pass(Queue<Object> queue, long elements) {
    for (long passed = 0; passed < elements; passed += BURST) {
      for (int i = 0; i < BURST; i++) {
        queue.offer(ELEMENT);
      }
      for (int i = 0; i < BURST; i++) {
        taken = queue.poll();
      }
    }
  }
}
