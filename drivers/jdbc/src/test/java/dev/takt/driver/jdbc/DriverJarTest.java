package dev.takt.driver.jdbc;

import static dev.takt.driver.jdbc.jars.CompiledDriver.REGISTRATION;
import static dev.takt.driver.jdbc.jars.CompiledDriver.compile;
import static dev.takt.driver.jdbc.jars.CompiledDriver.jar;
import static dev.takt.driver.jdbc.jars.CompiledDriver.saying;
import static dev.takt.driver.jdbc.jars.CompiledDriver.source;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.BlockingDriver.Session;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Drivers in jars that the user names.
class DriverJarTest {

  private static final String URL = "jdbc:test:x";
  private static final Path SQLITE = Path.of("target/driver-jars/sqlite-jdbc.jar");

  @TempDir Path folder;

  private final JdbcDriverProvider provider = new JdbcDriverProvider();

  @Test
  void sqliteIsDrivenThroughItsJar() throws Exception {
    String target = "jdbc:sqlite:" + folder.resolve("x.db");
    Map<String, Object> properties =
        new HashMap<>(Map.of("driver-jar", List.of(SQLITE.toString())));
    properties.put("init", List.of("create table item (id integer primary key, name text)"));
    DriverRequest request =
        Requests.of(
            target,
            properties,
            null,
            folder,
            List.of(
                Requests.operation("insert into item values ({seq}, 'n-{seq}')", "expect-rows", 1L),
                Requests.operation("select name from item where name = 'n-1'", "expect-rows", 1L),
                Requests.operation("select missing")));

    assertThat(provider.check(request)).isEmpty();
    assertThatThrownBy(() -> provider.open(request))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("no such column");
    try (BlockingDriver driver = (BlockingDriver) provider.open(withoutLast(request));
        Session session = driver.open(0)) {
      assertThat(driver.describe())
          .startsWith("SQLite 3")
          .endsWith("org.sqlite.JDBC of sqlite-jdbc.jar");
      for (int n = 0; n < 3; n++) {
        assertThat(session.execute(0, n)).isEqualTo(Outcome.OK);
      }
      assertThat(session.execute(0, 1))
          .isEqualTo(Outcome.failed("sql error 19 SQLITE_CONSTRAINT_PRIMARYKEY"));
      assertThat(session.execute(1, 3)).isEqualTo(Outcome.OK);
    }
  }

  private static DriverRequest withoutLast(DriverRequest request) {
    Map<String, Object> properties = new HashMap<>(request.properties());
    properties.put("init", List.of("delete from item"));
    return Requests.of(
        request.target(),
        properties,
        null,
        request.runDirectory(),
        request.workload().operations().subList(0, 2));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aDriverIsFoundByRegistrationAndByItsClass(boolean registered) throws Exception {
    Path jar = jar(folder.resolve("a.jar"), "p.Mine", "test", saying("\"hello\""), registered);

    assertThat(connecting(URL, jar.toString())).contains("said: hello");
  }

  @Test
  void theDriverSeesNothingOfTaktAndIsTheContextOfItsCalls() throws Exception {
    String seen =
        "Thread.currentThread().getContextClassLoader().getName() + \" \" +"
            + " getClass().getClassLoader().getName() + \" \" +"
            + " (getClass().getClassLoader().getResource(\"org/postgresql/Driver.class\") == null)";
    Path jar = jar(folder.resolve("a.jar"), "p.Mine", "test", saying(seen), true);
    ClassLoader before = Thread.currentThread().getContextClassLoader();

    assertThat(connecting(URL, jar.toString())).contains("said: jdbc-drivers jdbc-drivers true");
    assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
  }

  @Test
  void theUsersDriverForPostgresqlWinsOverTaktsOwn() throws Exception {
    Path jar =
        jar(
            folder.resolve("a.jar"),
            "org.postgresql.Driver",
            "postgresql",
            saying("\"mine\""),
            true);

    assertThat(connecting("jdbc:postgresql://127.0.0.1:1/x", jar.toString()))
        .contains("said: mine");
  }

  @Test
  void aFolderAndAGlobStandForTheirJars() throws Exception {
    Files.createDirectory(folder.resolve("lib"));
    Files.writeString(folder.resolve("lib/README"), "not a jar");
    splitJars(folder.resolve("lib/a.jar"), folder.resolve("lib/b.jar"));

    assertThat(connecting(URL, folder.resolve("lib").toString())).contains("said: q.Needed");
    assertThat(connecting(URL, folder.resolve("l*/*.jar").toString())).contains("said: q.Needed");
  }

  @Test
  void aDriverThatNeedsAnotherJarSaysWhichClassItNeeds() throws Exception {
    splitJars(folder.resolve("a.jar"), folder.resolve("b.jar"));

    assertThat(connecting(URL, folder.resolve("a.jar").toString()))
        .contains("p.Mine needs the class q.Needed", "another --driver-jar");
  }

  /// Writes a driver to one jar, and a class that it needs for connecting to another.
  private static void splitJars(Path driver, Path needed) throws IOException {
    String connect = saying("new q.Needed().getClass().getName()");
    Map<String, byte[]> classes =
        compile(
            Map.of(
                "p.Mine",
                source("p.Mine", "test", connect),
                "q.Needed",
                "package q; public class Needed {}"));
    jar(driver, Map.of("p/Mine.class", classes.get("p/Mine.class")));
    jar(needed, Map.of("q/Needed.class", classes.get("q/Needed.class")));
  }

  @Test
  void aDriverThatMakesNoConnectionIsNamed() throws Exception {
    Path jar = jar(folder.resolve("a.jar"), "p.Mine", "test", "return null;", true);

    assertThat(connecting(URL, jar.toString())).contains("p.Mine does not accept this URL");
  }

  @Test
  void aDriverThatThrowsAnythingElseIsNamed() throws Exception {
    String connect = "throw new IllegalStateException(\"no licence\");";
    Path jar = jar(folder.resolve("a.jar"), "p.Mine", "test", connect, true);

    assertThat(connecting(URL, jar.toString()))
        .contains("p.Mine fails: IllegalStateException: no licence");
  }

  @Test
  void ofTwoDriversForOneUrlOneMustBeChosen() throws Exception {
    jar(folder.resolve("a.jar"), "p.Mine", "test", saying("1"), true);
    jar(folder.resolve("b.jar"), "p.Other", "test", saying("2"), true);
    Map<String, Object> both = new HashMap<>(Map.of("driver-jar", List.of(folder.toString())));

    assertThat(problem(both))
        .isEqualTo("p.Mine and p.Other accept jdbc:test:x: choose with --driver-class p.Mine");
    both.put("driver-class", "p.Other");
    assertThat(connecting(URL, both)).contains("said: 2");
    both.put("driver-class", "p.Missing");
    assertThat(problem(both))
        .startsWith("there is no class p.Missing in ")
        .endsWith("a.jar and 1 more");
  }

  @Test
  void oneDriverInTwoJarsIsRefused() throws Exception {
    jar(folder.resolve("a.jar"), "p.Mine", "test", saying("1"), true);
    jar(folder.resolve("b.jar"), "p.Mine", "test", saying("2"), true);

    assertThat(problem(folder.toString()))
        .contains("p.Mine is in several jars", "a.jar", "b.jar: name one of them");
  }

  @Test
  void aDriverClassWithoutAJarIsRefused() {
    assertThat(problem(Map.of("driver-class", "p.Mine")))
        .isEqualTo("is a class in a jar: name the jar with --driver-jar");
  }

  @Test
  void aDriverForANewerJavaIsNamedWithBothVersions() throws Exception {
    Map<String, byte[]> classes =
        compile(Map.of("p.Mine", source("p.Mine", "test", "return null;")));
    int newer = Runtime.version().feature() + 1;
    byte[] mine = Objects.requireNonNull(classes.get("p/Mine.class"));
    mine[7] = (byte) (newer + 44);
    classes.put(REGISTRATION, "p.Mine".getBytes(UTF_8));

    assertThat(problem(jar(folder.resolve("a.jar"), classes).toString()))
        .isEqualTo(
            "p.Mine is built for Java "
                + newer
                + ", and this is Java "
                + (newer - 1)
                + ": use a driver for it, or a newer JDK");
  }

  @Test
  void whatIsNoJarWithADriverIsRefused() throws Exception {
    Path empty = Files.createFile(folder.resolve("empty.jar"));
    Path text = Files.writeString(folder.resolve("text.jar"), "this is not a zip file");
    Path other = jar(folder.resolve("other.jar"), Map.of("README", new byte[1]));
    Path foreign = jar(folder.resolve("foreign.jar"), "p.Mine", "foreign", "return null;", true);
    Path wrong = jar(folder.resolve("w.jar"), Map.of(REGISTRATION, "p.Gone # x".getBytes(UTF_8)));
    Path folderWithoutJars = Files.createDirectory(folder.resolve("lib"));

    assertThat(problem(folder.resolve("no.jar").toString())).startsWith("there is no file ");
    assertThat(problem(folder.resolve("no*.jar").toString())).startsWith("no file matches ");
    assertThat(problem(folder.resolve("[.jar").toString())).contains("it is not a glob");
    assertThat(problem("")).contains("found nothing");
    assertThat(problem(folderWithoutJars.toString())).startsWith("there is no jar in the folder ");
    assertThat(problem(empty.toString())).endsWith("empty.jar is empty");
    assertThat(problem(text.toString())).contains("text.jar is not a jar: ");
    assertThat(problem(other.toString())).startsWith("there is no JDBC driver in ");
    assertThat(problem(foreign.toString())).endsWith("accepts jdbc:test:x; found p.Mine");
    assertThat(problem(wrong.toString())).endsWith("the driver p.Gone, but has no such class");
  }

  @Test
  void descriptorOfAModuleIsNotTakenForADriver() {
    assertThat(problem("jdbc:h2:mem:x", Map.of("driver-jar", List.of(SQLITE.toString()))))
        .endsWith("sqlite-jdbc.jar accepts jdbc:h2:mem:x; found org.sqlite.JDBC");
  }

  @Test
  void theMissingDriversJarIsNamed() {
    assertThat(problem("jdbc:mysql://h/db?password=secret", Map.of()))
        .isEqualTo(
            "no JDBC driver for jdbc:mysql://h/db?password=***: Takt has only PostgreSQL's"
                + " (jdbc:postgresql:); name the jar of another: --driver-jar"
                + " mysql-connector-j.jar");
    assertThat(problem("jdbc:postgres://h/db", Map.of()))
        .endsWith("did you mean jdbc:postgresql:?");
  }

  private String problem(String jar) {
    return problem(Map.of("driver-jar", List.of(jar)));
  }

  private String problem(Map<String, Object> properties) {
    return problem(URL, properties);
  }

  private String problem(String url, Map<String, Object> properties) {
    List<PropertyProblem> problems = provider.check(Requests.of(url, properties, "select 1"));
    assertThat(problems).hasSize(1);
    return problems.getFirst().message();
  }

  private String connecting(String url, String jar) {
    return connecting(url, Map.of("driver-jar", List.of(jar)));
  }

  /// The error message of a connection attempt; every driver here rejects it.
  private String connecting(String url, Map<String, Object> properties) {
    DriverRequest request = Requests.of(url, properties, "select 1");
    assertThat(provider.check(request)).isEmpty();
    try (var driver = provider.open(request)) {
      throw new AssertionError("connected: " + driver.describe());
    } catch (DriverException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
