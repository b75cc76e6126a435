package dev.takt.load.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.driver.DriverProvider.PropertyProblem;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TlsOptionsTest {

  /// The output of `openssl ecparam -name prime256v1 -genkey`, and the same key by `openssl pkcs8`.
  private static final String EC_PARAMETERS =
      "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n";

  private static final String SEC1 =
      """
      -----BEGIN EC PRIVATE KEY-----
      MHcCAQEEIERli70EEYnWC7LItmQmEMCn2+k+E6nNvyvgc2uhJZEloAoGCCqGSM49
      AwEHoUQDQgAEUNNHFsJIOoXYO24Jr/CLN5+/4OcI3ub1M1OPaZf5RgSJrEYhVi1N
      9YvQSe7nn8FvguThnV0kpywP738n/w9g7Q==
      -----END EC PRIVATE KEY-----
      """;

  private static final String PKCS8 =
      """
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgRGWLvQQRidYLssi2
      ZCYQwKfb6T4Tqc2/K+Bza6ElkSWhRANCAARQ00cWwkg6hdg7bgmv8Is3n7/g5wje
      5vUzU49pl/lGBImsRiFWLU31i9BJ7uefwW+C5OGdXSSnLA/vfyf/D2Dt
      """;

  private static TestKeys keys;

  @BeforeAll
  static void makeKeys() throws Exception {
    keys = TestKeys.shared();
  }

  private static Map<String, Object> properties(Object... namesAndValues) {
    Map<String, Object> properties = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      Object value = namesAndValues[i + 1];
      properties.put((String) namesAndValues[i], value instanceof Path ? value.toString() : value);
    }
    return properties;
  }

  /// Each problem's property and message.
  private static List<String> problems(Object... namesAndValues) {
    return TlsOptions.of(properties(namesAndValues), name -> null).check(true, "https://").stream()
        .map(each -> each.property() + ": " + each.message())
        .toList();
  }

  private static void assertProblem(List<String> problems, String... parts) {
    assertThat(problems).singleElement().asString().contains(parts);
  }

  @Test
  void filesThatFitTogetherAreAccepted() throws Exception {
    assertThat(problems("cert", keys.certificate("client"), "key", keys.keyFile("client")))
        .isEmpty();
    assertThat(problems("cacert", keys.certificate("ca"))).isEmpty();
    assertThat(
            problems(
                "tls-keystore",
                keys.keyStore("client"),
                "tls-keystore-password",
                TestKeys.PASSWORD))
        .isEmpty();
    String both = readable(keys.certificate("stranger")) + readable(keys.keyFile("stranger"));
    assertThat(problems("cert", keys.write("both.pem", both))).isEmpty();
  }

  private static String readable(Path file) throws Exception {
    return java.nio.file.Files.readString(file);
  }

  @Test
  void passwordOfTheKeyStoreMayBeInTheEnvironment() throws Exception {
    Map<String, Object> properties = properties("tls-keystore", keys.keyStore("client"));
    assertThat(
            TlsOptions.of(
                    properties,
                    name -> name.equals("TAKT_TLS_KEYSTORE_PASSWORD") ? TestKeys.PASSWORD : null)
                .check(true, "https://"))
        .isEmpty();
    assertThat(TlsOptions.of(properties, name -> null).check(true, "https://"))
        .singleElement()
        .extracting(PropertyProblem::message)
        .asString()
        .contains("client.p12");
  }

  @Test
  void whatIsWrongWithAFileIsSaidWithItsName() throws Exception {
    Path certificate = keys.certificate("client");
    assertProblem(
        problems("cacert", keys.folder().resolve("none.pem")), "cacert", "no file", "none.pem");
    assertProblem(problems("cacert", keys.folder()), "is a directory");
    assertProblem(
        problems("cacert", keys.write("text.pem", "hello")), "text.pem is not a PEM file");
    assertProblem(
        problems("cacert", keys.keyFile("client")),
        "client.key has no certificate, but PRIVATE KEY");
    assertProblem(problems("cert", certificate), "client.crt has no private key: --key FILE names");
    assertProblem(
        problems("cert", certificate, "key", certificate), "has no private key, but CERTIFICATE");
    assertProblem(
        problems("cert", certificate, "key", keys.keyFile("stranger")),
        "the key in " + keys.folder().resolve("stranger.key") + " does not belong to",
        "client.crt");
    assertProblem(
        problems("cert", keys.certificate("expired"), "key", keys.keyFile("expired")),
        "certificate of CN=expired has expired");
    assertProblem(
        problems("cacert", keys.certificate("expired")), "CN=expired has expired", "expired.crt");
    assertProblem(
        problems(
            "cacert", keys.write("cut.pem", readable(certificate).replaceFirst("MII", "MI!I"))),
        "cut.pem is not Base64");
    assertProblem(
        problems(
            "cacert", keys.write("torn.pem", TestKeys.pem("CERTIFICATE", new byte[] {0x30, 9, 1}))),
        "a certificate in " + keys.folder().resolve("torn.pem") + " is damaged");
    assertProblem(
        problems(
            "cert",
            certificate,
            "key",
            keys.write("torn.key", TestKeys.pem("EC PRIVATE KEY", new byte[] {0x30, 9, 1}))),
        "torn.key is damaged");
    assertProblem(
        problems("tls-keystore", keys.keyStore("client"), "tls-keystore-password", "wrong"),
        "the password does not open",
        "client.p12");
    assertProblem(
        problems("tls-keystore", keys.keyStore("client")),
        "client.p12 needs a password: TAKT_TLS_KEYSTORE_PASSWORD");
    assertProblem(
        problems("tls-keystore", keys.write("no.p12", "hello"), "tls-keystore-password", "x"),
        "no.p12");
  }

  @Test
  void authoritiesMayBeInAStore() throws Exception {
    Path store = keys.trustStore("ca");
    assertThat(problems("tls-truststore", store, "tls-truststore-password", TestKeys.PASSWORD))
        .isEmpty();
    assertProblem(
        problems("tls-truststore", store, "tls-truststore-password", "wrong"),
        "tls-truststore: the password does not open",
        "ca-trust.p12");
    assertProblem(
        problems(
            "tls-truststore",
            keys.keyStore("client"),
            "tls-truststore-password",
            TestKeys.PASSWORD),
        "client.p12 has no trusted certificate");
    assertProblem(
        problems(
            "tls-truststore",
            store,
            "tls-truststore-password",
            TestKeys.PASSWORD,
            "cacert",
            keys.certificate("ca")),
        "tls-truststore: the authorities are in --cacert");
    assertProblem(problems("tls-truststore-password", "x"), "password: ", "--tls-truststore FILE");
    assertProblem(
        problems("tls-truststore", keys.folder().resolve("none.p12")), "no file", "none.p12");
  }

  @Test
  void encryptedKeysAreRefusedWithWhatHelps() throws Exception {
    Path certificate = keys.certificate("client");
    for (String text :
        List.of(
            TestKeys.pem("ENCRYPTED PRIVATE KEY", new byte[10]),
            "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n-----END RSA PRIVATE"
                + " KEY-----\n")) {
      assertProblem(
          problems("cert", certificate, "key", keys.write("locked.key", text)),
          "key: the key in ",
          "locked.key is encrypted",
          "openssl pkey");
    }
  }

  @Test
  void optionsThatContradictEachOtherAreRefused() throws Exception {
    assertProblem(problems("key", keys.keyFile("client")), "key: ", "--cert");
    assertProblem(problems("tls-keystore-password", "x"), "password: ", "--tls-keystore FILE");
    assertThat(problems("insecure", true, "cacert", keys.certificate("ca"))).hasSize(1);
    assertThat(TlsOptions.of(properties("cacert", "x", "cert", "y")).check(false, "https://"))
        .hasSize(2)
        .allMatch(each -> each.message().contains("https://"));
    assertThat(TlsOptions.of(properties("insecure", true)).check(false, "https://")).isEmpty();
  }

  private static BigInteger number(PrivateKey key) {
    return ((ECPrivateKey) key).getS();
  }

  @Test
  void keysOfOpenSslAreRead() throws Exception {
    byte[] pkcs8 = Base64.getMimeDecoder().decode(PKCS8);
    var expected = KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    for (String text : List.of(EC_PARAMETERS + SEC1, SEC1, SEC1.replace("\n", "\r\n"))) {
      assertThat(number(PemFile.read(keys.write("ec1.pem", text)).key()))
          .isEqualTo(number(expected));
    }
    // The content of a PKCS#8 octet string is PKCS#1, or SEC 1 without the curve.
    byte[] rsa = keys.key("client").getEncoded();
    byte[] pkcs1 = Arrays.copyOfRange(rsa, 26, rsa.length);
    assertThat(PemFile.read(keys.write("rsa.pem", TestKeys.pem("RSA PRIVATE KEY", pkcs1))).key())
        .isEqualTo(keys.key("client"));
    byte[] sec1 = Arrays.copyOfRange(pkcs8, 29, pkcs8.length);
    String withoutCurve = TestKeys.pem("EC PRIVATE KEY", sec1);
    assertThat(number(PemFile.read(keys.write("ec4.pem", EC_PARAMETERS + withoutCurve)).key()))
        .isEqualTo(number(expected));
    PemFile nameless = PemFile.read(keys.write("ec5.pem", withoutCurve));
    assertThatThrownBy(nameless::key).hasMessageContaining("ec5.pem is damaged or of an unknown");
  }
}
