package dev.takt.cassandra.stress.command;

import static dev.takt.cassandra.stress.command.Suboption.option;

import dev.takt.cassandra.stress.command.OptionGroup.Values;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;

/// `-transport`: TLS. Used if there is a store of keys or certificates.
public record Transport(Optional<Store> truststore, Optional<Store> keystore) {

  /// A file of keys or certificates.
  public record Store(String file, Optional<String> password) {}

  private static final Suboption<String> TRUSTSTORE = option("truststore=", ValueForm.TEXT);
  private static final Suboption<String> TRUSTSTORE_PASSWORD =
      option("truststore-password=", ValueForm.TEXT);
  private static final Suboption<String> KEYSTORE = option("keystore=", ValueForm.TEXT);
  private static final Suboption<String> KEYSTORE_PASSWORD =
      option("keystore-password=", ValueForm.TEXT);

  private static final String BEST = "Takt and the server choose the best that both have";

  static final OptionGroup GROUP =
      OptionGroup.of(
          "-transport",
          TRUSTSTORE,
          TRUSTSTORE_PASSWORD,
          KEYSTORE,
          KEYSTORE_PASSWORD,
          option("store-type=", ValueForm.TEXT).withoutEffect("Takt finds out the type of a store"),
          option(
                  "hostname-verification=",
                  ValueForm.matching(
                      "true; --insecure accepts any certificate", "true|1", Matcher::group))
              .withoutEffect("names of hosts are verified"),
          option("ssl-protocol=", ValueForm.matching("TLS", "TLS", Matcher::group))
              .withoutEffect(BEST),
          option("ssl-alg=", ValueForm.TEXT).refused(BEST),
          option("ssl-ciphers=", ValueForm.TEXT).refused(BEST));

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
        values.get(KEYSTORE).map(file -> new Store(file, values.get(KEYSTORE_PASSWORD))));
  }
}
