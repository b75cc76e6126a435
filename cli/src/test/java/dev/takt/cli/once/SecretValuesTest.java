package dev.takt.cli.once;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.text.SecretNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretValuesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password", "user.pass", "Passwort", "pwd", "client_secret", "access_token", "csrfToken",
        "api-key", "apikey", "sessionId", "user.pin", "otp", "sid", "Authorization",
        "PHPSESSID", "jsessionid", "sig", "x.sig"
      })
  void namesOfSecrets(String name) {
    assertThat(SecretNames.isSecret(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name",
        "author",
        "passenger",
        "key",
        "spin",
        "compass",
        "cart",
        "id",
        "design",
        "sigma"
      })
  void otherNames(String name) {
    assertThat(SecretNames.isSecret(name)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"token": "a\\"b", "id": 7}       | {"token": "***", "id": 7}
          {"token":{"id":1},"pin":1234}     | {"token":{"id":1},"pin":"***"}
          {"token": ["x"]}                  | {"token": ["***"]}
          {"otp":[12, -3.5],"b":[1]}        | {"otp":["***", "***"],"b":[1]}
          {"token": {"a": [{"b": "c"}, "d   | {"token": {"a": [{"b": "***"}, "***"
          {"token": {"pin": 1}, "a": "b"}   | {"token": {"pin": "***"}, "a": "b"}
          {"secret": null}                  | {"secret": "***"}
          {"password": "cut                 | {"password": "***"
          user=anna&password=geheim&x=1     | user=anna&password=***&x=1
          GET /a?api_key=abc&b=1 HTTP/1.1   | GET /a?api_key=***&b=1 HTTP/1.1
          a == b, token=                    | a == b, token=
          """)
  void membersAndParametersAreMaskedByName(String text, String masked) {
    assertThat(new SecretValues().masked(text)).isEqualTo(masked);
  }

  @Test
  void knownValuesAreMaskedWhereverTheyStand() {
    SecretValues secrets = new SecretValues();
    secrets.learn("a b/c");
    secrets.learn("ge\"heim");
    secrets.learn("abc"); // too short

    secrets.learn("first \\\nsecond*~");
    assertThat(secrets.masked("\"first \\\\\\nsecond*~\" /first%20%5C%0Asecond%2A~"))
        .isEqualTo("\"***\" /***");

    assertThat(secrets.masked("/x/a%20b%2Fc {\"v\": \"ge\\\"heim\"} (a b/c) abc"))
        .isEqualTo("/x/*** {\"v\": \"***\"} (***) abc");
  }

  /// A message of gRPC is shown with the alphabet of Base64 that JSON has, and with padding.
  @Test
  void valueInBase64IsMaskedInBothAlphabets() {
    SecretValues secrets = new SecretValues();
    secrets.learn("-_-_YQ");
    assertThat(secrets.masked("{\"a\":\"-_-_YQ\",\"b\":\"+/+/YQ==\"}"))
        .isEqualTo("{\"a\":\"***\",\"b\":\"***==\"}");
  }
}
