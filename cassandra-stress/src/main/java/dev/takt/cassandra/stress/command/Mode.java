package dev.takt.cassandra.stress.command;

import static dev.takt.cassandra.stress.command.Suboption.flag;
import static dev.takt.cassandra.stress.command.Suboption.option;

import dev.takt.cassandra.stress.command.OptionGroup.Values;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// `-mode`: how Takt connects.
///
/// @param protocolVersion of CQL's native protocol; by default the newest
public record Mode(
    Compression compression,
    Optional<Integer> protocolVersion,
    Optional<Login> login,
    Optional<Integer> connectionsPerHost,
    Optional<Integer> connectionsPerShard,
    Optional<Duration> requestTimeout) {

  /// Compression of the native protocol.
  public enum Compression {
    NONE,
    LZ4
  }

  /// For PasswordAuthenticator.
  public record Login(String user, String password) {}

  private static final String ONE_CLIENT = "Takt has one client";

  private static final Suboption<Compression> COMPRESSION =
      option(
          "compression=",
          ValueForm.oneOf(Compression.class).without("snappy", "Takt has no Snappy"));
  private static final Suboption<Integer> PROTOCOL_VERSION =
      option(
          "protocolVersion=",
          ValueForm.matching("version 4 or 5", "[45]", form -> Integer.valueOf(form.group())));
  private static final Suboption<String> USER = option("user=", ValueForm.TEXT);
  private static final Suboption<String> PASSWORD = option("password=", ValueForm.TEXT);
  private static final Suboption<Integer> PER_HOST =
      option("connectionsPerHost=", ValueForm.POSITIVE);
  private static final Suboption<Integer> PER_SHARD =
      option("connectionsPerShard=", ValueForm.POSITIVE)
          .withoutEffect("connections are to nodes; use connectionsPerHost=");
  private static final Suboption<Integer> REQUEST_TIMEOUT =
      option("requestTimeout=", ValueForm.POSITIVE);

  static final OptionGroup GROUP =
      OptionGroup.of(
              "-mode",
              flag("native"),
              flag("cql3"),
              flag("prepared"),
              COMPRESSION,
              PROTOCOL_VERSION,
              USER,
              PASSWORD,
              PER_HOST,
              PER_SHARD,
              REQUEST_TIMEOUT,
              flag("4x").withoutEffect(ONE_CLIENT),
              option("maxPending=", ValueForm.POSITIVE)
                  .withoutEffect("Takt does not limit the requests of a connection"),
              option("port=", ValueForm.POSITIVE).withoutEffect("use -port native="),
              flag("unprepared").refused("Takt prepares all statements"),
              flag("simplenative").refused(ONE_CLIENT),
              flag("thrift").refused("Takt supports CQL only; use native"),
              option("auth-provider=", ValueForm.TEXT)
                  .refused("Takt supports PasswordAuthenticator only; use user= and password="))
          .alternatives(List.of(List.of(PER_HOST), List.of(PER_SHARD)));

  static Mode from(Values values) {
    values.requireWith(USER, PASSWORD);
    values.requireWith(PASSWORD, USER);
    return new Mode(
        values.get(COMPRESSION, "none"),
        values.get(PROTOCOL_VERSION),
        values.get(USER).map(user -> new Login(user, values.require(PASSWORD))),
        values.get(PER_HOST),
        values.get(PER_SHARD),
        values.get(REQUEST_TIMEOUT).map(Duration::ofMillis));
  }
}
