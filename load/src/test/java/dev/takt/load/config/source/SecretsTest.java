package dev.takt.load.config.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.driver.MaskedTarget;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretsTest {

  @Test
  void credentialsInHeadersAreMaskedHoweverDeepTheyAre() {
    List<String> headers =
        List.of(
            "Authorization: Bearer abc",
            "X-Api-Key:abc",
            "cookie: a=abc",
            "X-Auth: abc",
            "X-Auth-Key: abc",
            "Author: me",
            "Accept: text/html",
            " X-Session-Id: abc",
            "Ocp-Apim-Subscription-Key : abc",
            "X-User-Pwd: abc");
    Map<String, Object> plan =
        Map.of("header", headers, "operations", List.of(Map.of("name", "a", "header", headers)));

    Map<String, Object> masked = Secrets.masked(plan);

    assertThat(masked.toString()).doesNotContain("abc").contains("Accept: text/html");
    assertThat(masked.get("header"))
        .isEqualTo(
            List.of(
                "Authorization: ***",
                "X-Api-Key: ***",
                "cookie: ***",
                "X-Auth: ***",
                "X-Auth-Key: ***",
                "Author: me",
                "Accept: text/html",
                "X-Session-Id: ***",
                "Ocp-Apim-Subscription-Key: ***",
                "X-User-Pwd: ***"));
  }

  @Test
  void aPasswordWithAnAtSignIsMaskedAsAWhole() {
    assertThat(Secrets.masked("redis://joe:p@s3cr3t@127.0.0.1:6379/0"))
        .isEqualTo("redis://joe:***@127.0.0.1:6379/0");
    assertThat(Secrets.masked("http://127.0.0.1:80/x?mail=a@b"))
        .isEqualTo("http://127.0.0.1:80/x?mail=a@b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "http://joe:s3cr3t@h/x http://joe:***@h/x",
        "http://:s3cr3t@h/x http://:***@h/x",
        "http://s3cr3t@h/x http://***@h/x",
        "http://joe:s3:cr3t@[::1]:8/x?a=b@c http://joe:***@[::1]:8/x?a=b@c",
        "http://h/x?next=a:b@c http://h/x?next=a:b@c",
        "http://h?q=a:b@c http://h?q=a:b@c",
        "http://h/x?access_token=s3cr3t&b=1 http://h/x?access_token=***&b=1",
        "http://h/x?token=s3cr3t&tokens=1 http://h/x?token=***&tokens=1",
        "http://h/x?X-Amz-Signature=s3cr3t http://h/x?X-Amz-Signature=***",
        "redis+unix://:s3cr3t@/run/r.sock redis+unix://:***@/run/r.sock",
        "unix:///run/r.sock?db=1&password=s3cr3t unix:///run/r.sock?db=1&password=***",
        "jdbc:mysql://h/d?user=u&trustCertificateKeyStorePassword=s3cr3t jdbc:mysql://h/d?user=u&trustCertificateKeyStorePassword=***",
        "jdbc:sqlserver://h;user=sa;pwd=s3cr3t;x=1 jdbc:sqlserver://h;user=sa;pwd=***;x=1",
        "jdbc:oracle:thin:scott/s3cr3t@//h:1521/x jdbc:oracle:thin:scott/***@//h:1521/x",
        "jdbc:oracle:thin:scott/s3cr3t@h:1521:x jdbc:oracle:thin:scott/***@h:1521:x",
      })
  void credentialsOfATargetAreMasked(String target, String masked) {
    assertThat(Secrets.masked(target)).isEqualTo(masked);
  }

  @Test
  void nothingBeforeTheLastAtSignOfATargetThatIsNotUnderstoodIsShown() {
    assertThat(MaskedTarget.ofUnknown("htp://joe:s3/cr3t@h/x")).isEqualTo("htp://***@h/x");
    assertThat(MaskedTarget.ofUnknown("h:80")).isEqualTo("h:80");
  }

  @Test
  void whatBindingsAndCommandsKnowAsSecretsIsMasked() {
    Map<String, Object> properties =
        Map.of(
            "mongodb.url", "mongodb://joe:s3cr3t@h/db",
            "aws.secretKey", "s3cr3t",
            "azurecosmos.primaryKey", "s3cr3t",
            "my.token", "s3cr3t",
            "userPwd", "s3cr3t",
            "db.url", "jdbc:postgresql://h/d?user=u&password=s3cr3t",
            "init-command", List.of("CONFIG SET requirepass s3cr3t"),
            "fieldnameprefix", "field");

    String masked = Secrets.masked(properties).toString();

    assertThat(masked)
        .doesNotContain("s3cr3t")
        .contains(
            "userPwd=***",
            "fieldnameprefix=field",
            "mongodb://joe:***@h/db",
            "CONFIG SET requirepass ***");
  }
}
