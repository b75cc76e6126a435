package dev.takt.cassandra.stress.command;

import static dev.takt.cassandra.stress.command.Suboption.option;

import dev.takt.cassandra.stress.command.OptionGroup.Values;
import java.util.List;
import java.util.Optional;

/// `-transport`: TLS. Used if there is a store of keys or certificates.
public record Transport(
    Optional<Store> truststore,
    Optional<Store> keystore,
    String protocol,
    Optional<String> algorithm,
    Optional<String> storeType,
    List<String> ciphers,
    Optional<Boolean> verifiesHostname) {

  /// A file of keys or certificates.
  public record Store(String file, Optional<String> password) {}

  private static final Suboption<String> TRUSTSTORE = option("truststore=", ValueForm.TEXT);
  private static final Suboption<String> TRUSTSTORE_PASSWORD =
      option("truststore-password=", ValueForm.TEXT);
  private static final Suboption<String> KEYSTORE = option("keystore=", ValueForm.TEXT);
  private static final Suboption<String> KEYSTORE_PASSWORD =
      option("keystore-password=", ValueForm.TEXT);
  private static final Suboption<String> PROTOCOL = option("ssl-protocol=", ValueForm.TEXT);
  private static final Suboption<String> ALGORITHM = option("ssl-alg=", ValueForm.TEXT);
  private static final Suboption<String> STORE_TYPE = option("store-type=", ValueForm.TEXT);
  private static final Suboption<List<String>> CIPHERS = option("ssl-ciphers=", ValueForm.LIST);
  private static final Suboption<Boolean> VERIFICATION =
      option("hostname-verification=", ValueForm.YES_NO);

  static final OptionGroup GROUP =
      OptionGroup.of(
          "-transport",
          TRUSTSTORE,
          TRUSTSTORE_PASSWORD,
          KEYSTORE,
          KEYSTORE_PASSWORD,
          PROTOCOL,
          ALGORITHM,
          STORE_TYPE,
          CIPHERS,
          VERIFICATION);

  /// The words, where `a=1,b=2` is two suboptions.
  static List<String> separated(List<String> words) {
    return words.stream()
        .flatMap(word -> List.of(word.split(",(?=[a-z-]+=)", -1)).stream())
        .toList();
  }

  static Transport from(Values values) {
    values.requireWith(TRUSTSTORE_PASSWORD, TRUSTSTORE);
    values.requireWith(KEYSTORE_PASSWORD, KEYSTORE);
    return new Transport(
        values.get(TRUSTSTORE).map(file -> new Store(file, values.get(TRUSTSTORE_PASSWORD))),
        values.get(KEYSTORE).map(file -> new Store(file, values.get(KEYSTORE_PASSWORD))),
        values.get(PROTOCOL, "TLS"),
        values.get(ALGORITHM),
        values.get(STORE_TYPE),
        values.get(CIPHERS).orElse(List.of()),
        values.get(VERIFICATION));
  }
}
