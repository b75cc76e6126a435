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

  @Test
  void aPasswordWithAnAtSignIsMaskedAsAWhole() {
    assertThat(Secrets.masked("redis://joe:p@s3cr3t@127.0.0.1:6379/0"))
        .isEqualTo("redis://joe:***@127.0.0.1:6379/0");
    assertThat(Secrets.masked("http://127.0.0.1:80/x?mail=a@b"))
        .isEqualTo("http://127.0.0.1:80/x?mail=a@b");
  }

  @Test
  void whatBindingsAndCommandsKnowAsSecretsIsMasked() {
    Map<String, Object> properties =
        Map.of(
            "mongodb.url", "mongodb://joe:s3cr3t@h/db",
            "aws.secretKey", "s3cr3t",
            "azurecosmos.primaryKey", "s3cr3t",
            "my.token", "s3cr3t",
            "db.url", "jdbc:postgresql://h/d?user=u&password=s3cr3t",
            "init-command", List.of("CONFIG SET requirepass s3cr3t"),
            "fieldnameprefix", "field");

    String masked = Secrets.masked(properties).toString();

    assertThat(masked)
        .doesNotContain("s3cr3t")
        .contains("fieldnameprefix=field", "mongodb://joe:***@h/db", "CONFIG SET requirepass ***");
  }
}
