package dev.takt.load.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SecretsTest {

  @Test
  void credentialsInHeadersAreMaskedHoweverDeepTheyAre() {
    List<String> headers =
        List.of("Authorization: Bearer abc", "X-Api-Key:abc", "cookie: a=abc", "Accept: text/html");
    Map<String, Object> plan =
        Map.of("header", headers, "operations", List.of(Map.of("name", "a", "header", headers)));

    Map<String, Object> masked = Secrets.masked(plan);

    assertThat(masked.toString()).doesNotContain("abc").contains("Accept: text/html");
    assertThat(masked.get("header"))
        .isEqualTo(
            List.of("Authorization: ***", "X-Api-Key: ***", "cookie: ***", "Accept: text/html"));
  }
}
