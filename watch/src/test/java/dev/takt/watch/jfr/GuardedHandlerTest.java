package dev.takt.watch.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.StallSource;
import dev.takt.watch.observer.Findings;
import java.util.List;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;

class GuardedHandlerTest {

  @Test
  void failureInFinishIsReportedAndIsolated() {
    EventHandler failing =
        new EventHandler() {
          @Override
          public Set<String> types() {
            return Set.of("a.Type");
          }

          @Override
          public void accept(RecordedEvent event) {}

          @Override
          public void finish(StallSink found) {
            throw new IllegalArgumentException("of no use");
          }
        };
    FindingsCollector found = new FindingsCollector(Side.TARGET);

    new GuardedHandler(failing).finish(found, true);

    Findings findings =
        found.toFindings(
            new StallSource(
                "x",
                Side.TARGET,
                "x",
                new StallSource.ClockAlignment(0, "x"),
                0,
                null,
                List.of(),
                List.of()));
    assertThat(findings.notObservable())
        .singleElement()
        .extracting(NotObservable::why)
        .asString()
        .contains("at the end", "of no use");
  }

  @Test
  void missingValueIsNotAParsersFaultWhereAPartOfTheRecordingIsMissing() {
    EventHandler failing =
        new EventHandler() {
          @Override
          public Set<String> types() {
            return Set.of("a.Type");
          }

          @Override
          public void accept(RecordedEvent event) {}

          @Override
          public void finish(StallSink found) {
            throw new NullPointerException();
          }
        };
    FindingsCollector found = new FindingsCollector(Side.TARGET);
    GuardedHandler handler = new GuardedHandler(failing);

    handler.finish(found, false);

    Findings findings =
        found.toFindings(
            new StallSource(
                "x",
                Side.TARGET,
                "x",
                new StallSource.ClockAlignment(0, "x"),
                0,
                null,
                List.of(),
                List.of()));
    assertThat(findings.notObservable()).isEmpty();
    assertThat(handler.unresolved()).isEqualTo(1);
    assertThat(GuardedHandler.events(1)).isEqualTo("1 event of the recording");
    assertThat(GuardedHandler.events(17)).isEqualTo("17 events of the recording");
  }
}
