package dev.takt.explain.attribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.attribution.classify.Cause;
import dev.takt.explain.queue.Lateness;
import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.OperationsBuilder;
import dev.takt.record.ThreadRole;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stall.Actor;
import dev.takt.runs.model.StallKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// One operation per millisecond, none of which was sent from 50 to 60 ms.
final class EventLoopWithoutProcessorTest {

  private static final long MS = 1_000_000;
  private static final long EXCESS = 55 * MS;
  private static final Cause HOG = new Cause(Side.GENERATOR, StallKind.RUN_QUEUE, "hog");
  private static final Stall HICCUP = stall(StallKind.HICCUP, Side.GENERATOR, null, null);

  private static Operations sentLate() {
    OperationsBuilder builder = new OperationsBuilder(List.of("a"));
    for (int i = 0; i < 100; i++) {
      long due = i * MS;
      long start = i >= 50 && i < 60 ? 60 * MS : due;
      builder.add(0, due, start, start + 1_000, OperationState.COMPLETED);
    }
    return builder.build(true);
  }

  private static Stall stall(
      StallKind kind, Side side, @Nullable String thread, @Nullable String culprit) {
    return Stall.of(kind, side, new Stall.Interval(50 * MS, 60 * MS, 0, "test"))
        .withThread(thread == null ? null : Actor.named(thread))
        .withCulprit(culprit == null ? null : Actor.named(culprit));
  }

  private static Map<Cause, Long> blamed(Stall... stalls) {
    Operations operations = sentLate();
    AttributionResult blame =
        Attribution.of(
            operations, List.of(stalls), Baseline.of(operations), 16, Lateness.of(operations, 16));
    Map<Cause, Long> sums = new HashMap<>();
    for (int share = 0; share < blame.shares(); share++) {
      sums.merge(blame.causes().get(blame.cause(share)), blame.nanos(share), Long::sum);
    }
    return sums;
  }

  @Test
  void lateSendingIsAttributedToTheThreadThatHadTheCpu() {
    assertThat(
            blamed(
                stall(
                    StallKind.RUN_QUEUE,
                    Side.GENERATOR,
                    ThreadRole.EVENT_LOOP.threadName(0),
                    "hog")))
        .containsExactly(Map.entry(HOG, EXCESS));
  }

  /// The generator's hiccup meter also records that it was late; only the run queue shows why.
  @Test
  void runQueueWaitHasPrecedenceOverTheHiccup() {
    assertThat(
            blamed(
                HICCUP,
                stall(
                    StallKind.RUN_QUEUE,
                    Side.GENERATOR,
                    ThreadRole.EVENT_LOOP.threadName(0),
                    "hog")))
        .containsExactly(Map.entry(HOG, EXCESS));
  }

  /// A worker sends one operation at a time. Ten were late, one of these only because of this
  /// worker; for the other nine, one of 16 workers was missing.
  @Test
  void workersRunQueueWaitDelaysTheOperationThatItSends() {
    assertThat(
            blamed(
                stall(StallKind.RUN_QUEUE, Side.GENERATOR, ThreadRole.WORKER.threadName(3), "hog")))
        .containsEntry(HOG, 10 * MS + 9 * (10 * MS / 16));
  }

  /// If the generator's hiccup meter was late as well, not only this worker had no CPU.
  @Test
  void workersRunQueueWaitDelaysAllOperationsIfTheMeterWasLateToo() {
    assertThat(
            blamed(
                HICCUP,
                stall(StallKind.RUN_QUEUE, Side.GENERATOR, ThreadRole.WORKER.threadName(3), "hog")))
        .containsExactly(Map.entry(HOG, EXCESS));
  }

  @Test
  void runQueueWaitOfANonSendingGeneratorThreadIsIgnored() {
    assertThat(blamed(stall(StallKind.RUN_QUEUE, Side.GENERATOR, "C2 CompilerThre", "hog")))
        .containsExactly(Map.entry(Cause.SENT_LATE, EXCESS));
  }

  @Test
  void targetThreadWithAnEventLoopNameCountsForTheTarget() {
    assertThat(
            blamed(
                stall(
                    StallKind.RUN_QUEUE, Side.TARGET, ThreadRole.EVENT_LOOP.threadName(0), "hog")))
        .containsExactly(Map.entry(Cause.SENT_LATE, EXCESS));
  }
}
