package dev.takt.driver.redis;

import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.journey.Subject;
import dev.takt.load.tls.TlsOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Registers the `redis` driver.
public final class RedisDriverProvider implements DriverProvider {

  private static final Pattern NAMING = Pattern.compile("[A-Za-z][A-Za-z0-9._-]*");

  /// For the service loader.
  public RedisDriverProvider() {}

  @Override
  public String name() {
    return "redis";
  }

  @Override
  public boolean accepts(String target) {
    return RedisTarget.isTarget(target);
  }

  @Override
  public String targetForm() {
    return RedisTarget.FORM + ", " + RedisTarget.EMBEDDED;
  }

  @Override
  public List<Property> targetProperties() {
    List<Property> properties = new ArrayList<>();
    properties.addAll(
        List.of(
            new Property(RedisOptions.USER, Type.STRING, "the ACL user; default: the default one"),
            new Property(RedisOptions.PASSWORD, Type.STRING, "the user's password"),
            new Property(
                RedisOptions.DATABASE, Type.INTEGER, "the number of the database; default 0"),
            new Property(
                RedisOptions.RESP, Type.INTEGER, "version of the protocol: 2 (default), or 3"),
            new Property(
                RedisOptions.PIPELINE,
                Type.INTEGER,
                "how many operations a connection carries at once, answered in order; default 1"),
            new Property(
                TlsOptions.INSECURE,
                Type.BOOLEAN,
                "accept any certificate of a rediss target, for any host name"),
            new Property(
                RedisOptions.INIT_COMMAND,
                Type.STRINGS,
                "a command to send once before the run; may be given several times")));
    properties.addAll(TlsOptions.properties());
    return List.copyOf(properties);
  }

  @Override
  public List<Property> operationProperties() {
    return List.of(
        new Property(
            RedisOptions.COMMAND,
            Type.STRING,
            "command and arguments, with generated values: GET user:{zipfian:1..1000}; quoted as"
                + " for redis-cli; default PING"),
        new Property(
            RedisOptions.EXPECT,
            Type.STRING,
            "replies that count as success: any but an error (default), found (not null, not"
                + " empty), or =TEXT, such as =OK"));
  }

  @Override
  public List<OperationSpec> defaultOperations(String target) {
    return target.equals(RedisTarget.EMBEDDED)
        ? EmbeddedTarget.OPERATIONS
        : List.of(new OperationSpec("ping", 1, Map.of(RedisOptions.COMMAND, "PING")));
  }

  /// Names the operation after its command: `set` for `SET user:1 x`.
  @Override
  public String operationName(Map<String, Object> properties, String usual) {
    if (!(properties.get(RedisOptions.COMMAND) instanceof String command)) {
      return usual;
    }
    String word = command.strip().split("\\s", 2)[0];
    return NAMING.matcher(word).matches() ? word.toLowerCase(Locale.ROOT).replace('.', '-') : usual;
  }

  @Override
  public boolean drivesKeyValues() {
    return true;
  }

  @Override
  public boolean drivesJourneys() {
    return true;
  }

  @Override
  public Optional<String> unreadable(Subject subject) {
    String what =
        switch (subject) {
          case Subject.Status _ -> "status";
          case Subject.Header _ -> "headers";
          case Subject.Cookie _ -> "cookies";
          case Subject.Rows _ -> "rows";
          case Subject.Json _, Subject.Body _, Subject.Size _, Subject.Variable _ -> null;
        };
    return Optional.ofNullable(what)
        .map(each ->
            "a Redis reply has no "
                + each
                + ": read it by a JSONPath, such as $ or $[0], by body or by size");
  }

  @Override
  public List<PropertyProblem> check(DriverRequest request) {
    return new RedisOptions(request).check();
  }

  @Override
  public Driver open(DriverRequest request) throws DriverException {
    return RedisDriver.open(request);
  }
}
