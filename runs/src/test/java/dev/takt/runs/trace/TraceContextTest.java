package dev.takt.runs.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.ClockAnchor;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.RunRecord;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceContextTest {

  private static final long START = 1_790_000_000_123_456_789L;

  /// The expected values are of another implementation of the description in FORMAT.md. With the
  /// last two seeds, the second half of the trace id and the parent id would be 0.
  @ParameterizedTest
  @CsvSource({
    "42, 0, 0, c0a701712878db0dd1ce608490f73168, 04f7a1869a4089e2",
    "42, 0, 1, e9c1bac6ec6cf2f7b543868ddedebc06, 563f0904583119df",
    "42, 1, 1, 774c59049099cb693dcfe3f5ed8ab0b3, f66628e642d97d78",
    "42, 0, 1000000, f1b9417e7781dd3ce972eaee6be50466, 59c301797ceb5094",
    "-7, 0, 5, 6115bd66a09358c057e355812a01e0c0, 6edd4a8b7e4f4324",
    "8729938886119726592, 0, 0, 61c8864680b583eb0000000000000001, e220a8397b1dcdaf",
    "8978591869701039249, 0, 0, c3910c8d016b07d6336503c6b835bec0, 0000000000000001",
  })
  void idsFollowFromSeedStartAndNumber(
      long seed, long laterBy, long n, String traceId, String parentId) {
    TraceContext traces = new TraceContext(seed, START + laterBy);
    assertThat(traces.traceId(n)).isEqualTo(traceId);
    assertThat(HexFormat.of().toHexDigits(traces.parentId(n))).isEqualTo(parentId);
  }

  /// Two runs with the same seed, as close together as clocks can say.
  @Test
  void idsAreDistinct() {
    Set<String> ids = new HashSet<>();
    for (long n = 0; n < 100_000; n++) {
      assertThat(ids.add(new TraceContext(42, START).traceId(n))).isTrue();
      assertThat(ids.add(new TraceContext(42, START + 1).traceId(n))).isTrue();
    }
  }

  @Test
  void recordedRunHasSeedAndStart() {
    ClockAnchor start = new ClockAnchor(7, START, 0);
    RunRecord run = RunRecord.started(Map.of("seed", 42), Environment.capture(), start);

    assertThat(TraceContext.of(run.ended(RunRecord.State.FINISHED, null)))
        .extracting(each -> each.traceId(1))
        .isEqualTo("e9c1bac6ec6cf2f7b543868ddedebc06");
    assertThat(TraceContext.of(RunRecord.started(Map.of(), Environment.capture()))).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:16686/trace/{id}",
        "HTTPS://traces.example/explore?left=%7B%22query%22:%22{id}%22%7D&again={id}",
        "http://[::1]:9411/zipkin/traces/{id}",
      })
  void webPagesAreLinks(String template) {
    assertThat(TraceContext.isLink(template)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{id}",
        "http://localhost:16686/trace/",
        "javascript:alert('{id}')",
        "data:text/html,{id}",
        "file:///{id}",
        "//localhost/{id}",
        "/trace/{id}",
        "http:///{id}",
        "http:{id}",
        "http://user:secret@localhost/{id}",
        "http://localhost/ {id}",
        "http://localhost/\"{id}",
        "http://localhost/<b>{id}",
        "http://localhost/{id}\n",
        "http://localhost/{number}/{id}",
      })
  void nothingElseIsALink(String template) {
    assertThat(TraceContext.isLink(template)).isFalse();
  }
}
