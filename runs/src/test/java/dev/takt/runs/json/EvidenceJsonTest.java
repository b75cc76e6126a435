package dev.takt.runs.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.Stalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class EvidenceJsonTest {

  private static final Stall.Interval INTERVAL = new Stall.Interval(1, 5, 2, "a");

  private static final Evidence.GcPause PAUSE =
      new Evidence.GcPause(
          3L,
          "GC Pause",
          "G1New",
          "worker",
          List.of("Mark 1.000 ms"),
          null,
          new Evidence.GcCollection(
              Evidence.GcKind.MIXED,
              Evidence.GcFailure.EVACUATION,
              2L,
              "A.b:1",
              new Evidence.GcHeap(10L, 9L, 8L, 7L, 6L, 5L << 40, List.of(4L, 0L, 1L))));

  private static final Evidence.Safepoint SAFEPOINT =
      Evidence.Safepoint.of("G1CollectForAllocation", 7)
          .with(new Evidence.SafepointEdges("begin of the operation", "recorded", 8L, 9L))
          .with(
              new Evidence.SafepointThreads(
                  "main", 12L, 3L, List.of("late"), List.of("late", "other"), "it waited"))
          .with(PAUSE);

  @TempDir Path temp;
  private RunDirectory run;

  @BeforeEach
  void makeDirectory() throws IOException {
    run = RunDirectory.create(temp);
  }

  private Stall read(StallKind kind, String evidence) throws IOException {
    run.write(stalls(Stall.of(kind, Side.TARGET, INTERVAL)));
    String text = Files.readString(run.stallsJson());
    assertThat(text).contains("\"evidence\" : { }");
    Files.writeString(
        run.stallsJson(), text.replace("\"evidence\" : { }", "\"evidence\" : " + evidence));
    return run.readStalls().stalls().getFirst();
  }

  private static Stalls stalls(Stall stall) {
    return new Stalls(
        Stalls.FORMAT_VERSION, List.of(), List.of(), List.of(stall), 0, List.of(), Map.of());
  }

  @Test
  void allKeysOfAStallStandInOneObject() {
    Stall stall =
        Stall.of(StallKind.GC_PAUSE, Side.TARGET, INTERVAL)
            .withThread(Stall.Actor.named("x"))
            .withCause("System.gc()")
            .withCulprit(new Stall.Actor("y", 4L, 5L, "here"))
            .withStop(6L)
            .withEvidence(SAFEPOINT);
    assertThat(JsonText.of(stall))
        .isEqualTo(
            """
            {
              "kind" : "gc_pause",
              "side" : "target",
              "beginNanoTime" : 1,
              "endNanoTime" : 5,
              "errorNanos" : 2,
              "source" : "a",
              "thread" : {
                "name" : "x"
              },
              "cause" : "System.gc()",
              "culprit" : {
                "name" : "y",
                "pid" : 4,
                "osThread" : 5,
                "where" : "here"
              },
              "stop" : 6,
              "evidence" : {
                "operation" : "G1CollectForAllocation",
                "timeToSafepointNanos" : 7,
                "begin" : "begin of the operation",
                "end" : "recorded",
                "loggedNanos" : 8,
                "notedNanos" : 9,
                "caller" : "main",
                "threads" : 12,
                "runningThreads" : 3,
                "late" : [
                  "late"
                ],
                "sampledMeanwhile" : [
                  "late",
                  "other"
                ],
                "sampler" : "it waited",
                "gcId" : 3,
                "pause" : "GC Pause",
                "collector" : "G1New",
                "allocator" : "worker",
                "phases" : [
                  "Mark 1.000 ms"
                ],
                "collected" : "mixed",
                "failure" : "evacuation",
                "cycle" : 2,
                "requestedBy" : "A.b:1",
                "beforeBytes" : 10,
                "afterBytes" : 9,
                "youngBytes" : 8,
                "promotedBytes" : 7,
                "oldBytes" : 6,
                "oldLimitBytes" : 5497558138880,
                "ages" : [
                  4,
                  0,
                  1
                ]
              }
            }
            """);
  }

  private static Evidence sample(Class<? extends Evidence> form) {
    return switch (form.getSimpleName()) {
      case "Safepoint" -> SAFEPOINT;
      case "GcPause" -> PAUSE.withEdges("those of the pause");
      case "Handshake" -> new Evidence.Handshake(1);
      case "Allocation" -> new Evidence.Allocation(1L << 40);
      case "LockWait" -> new Evidence.LockWait("e", "@1", List.of("a", "b"), "A.b", true);
      case "Pinning" -> new Evidence.Pinning("monitor");
      case "Compilation" -> new Evidence.Compilation("c2", 4, true, false);
      case "Deoptimization" -> new Evidence.Deoptimization("reinterpret", 12, "A.b");
      case "Transfer" -> new Evidence.Transfer("e", 100L);
      case "RunQueueWait" -> Evidence.RunQueueWait.behind(1, 2).throttledBy("group");
      case "Throttling" -> new Evidence.Throttling(5, 6L);
      case "Steal" -> new Evidence.Steal(1, 2);
      case "Pressure" -> new Evidence.Pressure(3);
      case "Paging" -> new Evidence.Paging(4);
      default -> throw new AssertionError(form);
    };
  }

  @ParameterizedTest
  @EnumSource(StallKind.class)
  void givesBackEvidenceInEachFormOfAKind(StallKind kind) throws IOException {
    for (Class<? extends Evidence> form : Evidence.formsOf(kind)) {
      Stall stall = Stall.of(kind, Side.TARGET, INTERVAL).withEvidence(sample(form));
      run.write(stalls(stall));
      assertThat(run.readStalls()).isEqualTo(stalls(stall));
    }
  }

  @Test
  void whatIsKnownInPartIsReadAsItsForm() throws IOException {
    assertThat(read(StallKind.GC_PAUSE, "{\"timeToSafepointNanos\": 5}").evidence())
        .isEqualTo(Evidence.Safepoint.of(null, 5));
    assertThat(read(StallKind.THROTTLED, "{\"throttledNanos\": 5}").evidence())
        .isEqualTo(new Evidence.Throttling(5, null));
    assertThat(read(StallKind.HICCUP, "{}").evidence()).isEqualTo(Evidence.NONE);
    assertThat(read(StallKind.HICCUP, "{\"timeToSafepointNanos\": null}").evidence())
        .isEqualTo(Evidence.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          handshake | {"threads": 3, "news": [1, 2]}
          handshake | {"threads": "many"}
          steal     | {"cpu": 3}
          lock_wait | {"lock": "@1"}
          hiccup    | {"news": {"a": 1}}
          """)
  void keepsEvidenceOfAnotherFormAsItIs(String kind, String evidence) throws IOException {
    Stall stall = read(StallKind.valueOf(kind.toUpperCase(Locale.ROOT)), evidence);

    assertThat(((Evidence.Other) stall.evidence()).values()).isEqualTo(JsonTree.of(evidence));
    run.write(stalls(stall));
    assertThat(run.readStalls().stalls()).containsExactly(stall);
  }
}
