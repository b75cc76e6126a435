package dev.takt.driver.redis;

import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.PropertyChecks;
import dev.takt.load.tls.TlsOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Reads the properties of a request.
final class RedisOptions {

  static final String USER = "user";
  static final String PASSWORD = "password";
  static final String DATABASE = "database";
  static final String RESP = "resp";
  static final String PIPELINE = "pipeline";
  static final String INIT_COMMAND = "init-command";
  static final String COMMAND = "command";
  static final String EXPECT = "expect";

  private static final long MAX_DATABASES = 1_000_000;

  /// A deeper pipeline would be a queue, which is the schedule's task.
  private static final long MAX_PIPELINE = 1_000;

  private final DriverRequest request;

  RedisOptions(DriverRequest request) {
    this.request = request;
  }

  /// All problems with the properties.
  List<PropertyProblem> check() {
    List<PropertyProblem> problems = new ArrayList<>();
    checkTarget(problems);
    PropertyChecks.number(properties(), RESP, 2, 3, problems);
    PropertyChecks.number(properties(), DATABASE, 0, MAX_DATABASES, problems);
    PropertyChecks.number(properties(), PIPELINE, 1, MAX_PIPELINE, problems);
    PropertyChecks.value(-1, INIT_COMMAND, problems, () -> initCommands().size());
    if (request.workload().keyValues() == null) {
      for (int i = 0; i < request.workload().operations().size(); i++) {
        int operation = i;
        PropertyChecks.value(i, EXPECT, problems, () -> expectation(operation));
        PropertyChecks.value(i, COMMAND, problems, () -> command(operation, new Expectation.Any()));
      }
    }
    return problems;
  }

  private void checkTarget(List<PropertyProblem> problems) {
    if (isEmbedded()) {
      for (String each : List.of(USER, PASSWORD, TlsOptions.INSECURE)) {
        if (properties().containsKey(each)) {
          problems.add(
              new PropertyProblem(
                  -1, each, RedisTarget.EMBEDDED + " has neither passwords nor TLS"));
        }
      }
      problems.addAll(tls().check(false, "rediss://"));
      return;
    }
    try {
      RedisTarget target = RedisTarget.parse(request.target());
      problems.addAll(tls().check(target.tls(), "rediss://"));
      SessionSettings access = access(target);
      if (access.user() != null && access.password() == null) {
        problems.add(new PropertyProblem(-1, USER, "a user needs a --password"));
      }
    } catch (IllegalArgumentException e) {
      problems.add(new PropertyProblem(-1, "target", String.valueOf(e.getMessage())));
    }
  }

  boolean isEmbedded() {
    return request.target().equals(RedisTarget.EMBEDDED);
  }

  TlsOptions tls() {
    return TlsOptions.of(properties());
  }

  /// Maximum number of operations in flight on a connection.
  int pipelining() {
    return number(PIPELINE, 1);
  }

  /// Flags override the target.
  SessionSettings access(@Nullable RedisTarget target) {
    String user = text(properties(), USER);
    String password = text(properties(), PASSWORD);
    Integer database = target == null ? null : target.database();
    return new SessionSettings(
        user != null || target == null ? user : target.user(),
        password != null || target == null ? password : target.password(),
        number(DATABASE, database == null ? 0 : database),
        number(RESP, 2));
  }

  private int number(String name, int otherwise) {
    return properties().get(name) instanceof Long value ? value.intValue() : otherwise;
  }

  /// The commands to send before the run, as words.
  List<List<String>> initCommands() {
    return properties().get(INIT_COMMAND) instanceof List<?> commands
        ? commands.stream().map(each -> Words.of(String.valueOf(each))).toList()
        : List.of();
  }

  RedisCommand[] commands() {
    return IntStream.range(0, request.workload().operations().size())
        .mapToObj(i -> command(i, expectation(i)))
        .toArray(RedisCommand[]::new);
  }

  private RedisCommand command(int operation, Expectation expectation) {
    String command = text(operationProperties(operation), COMMAND);
    if (command == null || command.isBlank()) {
      throw new IllegalArgumentException(
          "a command is needed, such as --command 'GET user:{zipfian:1..1000}'");
    }
    Map<String, Integer> variables = request.workload().operations().get(operation).variables();
    return RedisCommand.parse(
        command,
        request.workload().generators(),
        expectation,
        variables == null ? Map.of() : variables);
  }

  private Expectation expectation(int operation) {
    return Expectation.parse(text(operationProperties(operation), EXPECT));
  }

  private Map<String, Object> properties() {
    return request.properties();
  }

  private Map<String, Object> operationProperties(int operation) {
    return request.workload().operations().get(operation).properties();
  }

  private static @Nullable String text(Map<String, Object> properties, String name) {
    return (String) properties.get(name);
  }
}
