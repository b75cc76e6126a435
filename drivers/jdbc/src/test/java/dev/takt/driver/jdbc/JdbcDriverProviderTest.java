package dev.takt.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class JdbcDriverProviderTest {

  private final JdbcDriverProvider provider = new JdbcDriverProvider();

  @Test
  void isFoundByServiceLoader() {
    assertThat(ServiceLoader.load(DriverProvider.class))
        .anyMatch(found -> found instanceof JdbcDriverProvider);
  }

  @Test
  void acceptsItsTargetsOnly() {
    assertThat(List.of("jdbc:h2:mem:x", "jdbc:whatever", "postgres:embedded"))
        .allMatch(provider::accepts);
    assertThat(List.of("http://localhost/", "demo", "postgres", "postgres:16"))
        .noneMatch(provider::accepts);
  }

  @Test
  void asksForAStatement() {
    DriverRequest request =
        request("jdbc:h2:mem:x", Map.of(), provider.defaultOperations("jdbc:h2:mem:x"));

    assertThat(provider.check(request))
        .singleElement()
        .satisfies(problem -> assertThat(problem.property()).isEqualTo("sql"))
        .satisfies(problem -> assertThat(problem.message()).contains("--sql"));
  }

  @Test
  void schemeIsKnownInUpperCase() {
    assertThat(new JdbcDriverProvider().accepts("JDBC:h2:mem:a")).isTrue();
    assertThat(
            YcsbOptions.url(Requests.of("JDBC:h2:mem:A", Map.of(), null, Path.of(""), List.of())))
        .isEqualTo("jdbc:h2:mem:A");
  }

  @Test
  void theEmbeddedDatabaseHasOperationsOfItsOwn() {
    List<OperationSpec> operations = provider.defaultOperations("postgres:embedded");

    assertThat(operations).extracting(OperationSpec::name).containsExactly("read", "write");
    assertThat(provider.check(request("postgres:embedded", Map.of(), operations))).isEmpty();
  }

  @Test
  void saysThatNoDriverAcceptsTheUrlAndHidesThePassword() {
    DriverRequest request =
        Requests.of("jdbc:nosuch://h/db?user=me&password=secret", Map.of(), "select 1");

    assertThat(provider.check(request))
        .singleElement()
        .satisfies(problem -> assertThat(problem.property()).isEqualTo("target"))
        .satisfies(problem ->
            assertThat(problem.message())
                .contains("jdbc:nosuch://h/db?user=me&password=***")
                .contains("--driver-jar")
                .doesNotContain("secret"));
  }

  @Test
  void aStatementOfWhichSqliteWouldExecuteOnlyAPartIsRefused() {
    Map<String, Object> properties =
        Map.of(
            "driver-jar", List.of("target/driver-jars/sqlite-jdbc.jar"),
            "init", List.of("create table a (x); create table b (x)"));

    assertThat(provider.check(Requests.of("jdbc:sqlite::memory:", properties, "select 1;")))
        .singleElement()
        .satisfies(problem -> assertThat(problem.property()).isEqualTo("init"))
        .satisfies(problem ->
            assertThat(problem.message()).contains("only the first of several statements"));
  }

  @Test
  void reportsAllProblemsAtOnce() {
    DriverRequest request =
        request(
            "postgres:embedded",
            Map.of("isolation", "chaos", "user", "me"),
            List.of(
                Requests.operation("select {nothing}"),
                Requests.operation("select 1", "expect-rows", -1L),
                Requests.operation("select ?")));

    assertThat(provider.check(request))
        .extracting(PropertyProblem::operation, PropertyProblem::property)
        .containsExactlyInAnyOrder(
            tuple(-1, "isolation"),
            tuple(-1, "user"),
            tuple(0, "sql"),
            tuple(1, "expect-rows"),
            tuple(2, "sql"));
  }

  private static DriverRequest request(
      String target, Map<String, Object> properties, List<OperationSpec> operations) {
    return Requests.of(target, properties, null, Path.of("."), operations);
  }
}
