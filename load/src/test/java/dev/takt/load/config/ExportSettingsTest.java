package dev.takt.load.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.config.source.PlanException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExportSettingsTest {

  private final PlanReader reader = new PlanReader(List.of(new FakeProvider()));

  @ParameterizedTest
  @CsvSource({
    "9464, 127.0.0.1:9464",
    "localhost:0, localhost:0",
    "0.0.0.0:65535, 0.0.0.0:65535",
    "[::1]:9464, [::1]:9464"
  })
  void anEndpointIsAPortOrAHostAndAPort(String text, String endpoint) throws PlanException {
    Plan plan = reader.read(null, Map.of("prometheus", List.of(text)));

    assertThat(plan.exporting().prometheus()).hasToString(endpoint);
    assertThat(plan.exporting().isOn()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {":9464", "9464x", "host:", "host:65536", "::1:9464", "http://host:9", ""})
  void anythingElseIsNoEndpoint(String text) {
    assertThatThrownBy(() -> reader.read(null, Map.of("prometheus", List.of(text))))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("HOST:PORT");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "collector:4318",
        "ftp://h",
        "http://",
        "http://u:p@h",
        "http://h?key=x",
        "http://h#x",
        "http://h:70000",
        "http://a b"
      })
  void aCollectorIsAUrlWithoutCredentials(String text) {
    assertThatThrownBy(() -> reader.read(null, Map.of("otlp", List.of(text))))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("--otlp-header");
  }

  @Test
  void saysAllOfACollector() throws PlanException {
    ExportSettings.Otlp otlp =
        Objects.requireNonNull(
            reader
                .read(
                    "p",
                    """
                    otlp: https://collector.example/otlp
                    otlp-interval: 500ms
                    otlp-temporality: delta
                    otlp-header: ['Authorization:  Bearer a:b ', 'x-scope:1']
                    """)
                .exporting()
                .otlp());

    assertThat(otlp.url()).hasToString("https://collector.example/otlp");
    assertThat(otlp.interval()).isEqualTo(Duration.ofMillis(500));
    assertThat(otlp.delta()).isTrue();
    assertThat(otlp.headers()).containsExactly("Authorization: Bearer a:b", "x-scope: 1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "otlp-interval: 1s",
        "otlp-header: 'a: b'",
        "otlp-temporality: delta",
        "prometheus-linger: 1s"
      })
  void exportSettingWithoutEndpointIsRejected(String yaml) {
    assertThatThrownBy(() -> reader.read("p", yaml))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("without --");
  }

  @ParameterizedTest
  @ValueSource(strings = {"topsecret", "a b: topsecret", "Host: topsecret", "a: topsecret\\n"})
  void aHeaderThatIsNoneIsNotShown(String header) {
    String yaml = "otlp: http://h\notlp-header: \"" + header + "ä\"";
    assertThatThrownBy(() -> reader.read("p", yaml))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("otlp-header")
        .hasMessageNotContaining("topsecret");
  }

  @Test
  void tooShortAnIntervalIsAMistake() {
    assertThatThrownBy(() -> reader.read("p", "otlp: http://h\notlp-interval: 99ms"))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("100ms");
  }

  @Test
  void readsBackWhatItWroteAndKeepsHeadersOutOfTheRecord() throws PlanException {
    Plan plan =
        reader.read(
            "p",
            "prometheus: 9464\nprometheus-linger: 3s\notlp: http://h\notlp-header: ['X-Tenant: secret']");

    assertThat(reader.read("again", PlanWriter.yaml(plan))).isEqualTo(plan);
    assertThat(PlanWriter.record(plan).toString())
        .doesNotContain("secret")
        .contains("otlp-header=[X-Tenant: ***]", "prometheus=127.0.0.1:9464");
  }
}
