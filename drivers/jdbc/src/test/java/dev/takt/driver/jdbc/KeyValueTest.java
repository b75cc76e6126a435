package dev.takt.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.BlockingDriver.Session;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.driver.Outcome;
import dev.takt.load.keyvalue.CoreWorkload;
import dev.takt.load.keyvalue.KeyValueDraft;
import dev.takt.load.keyvalue.KeyValueKind;
import dev.takt.load.keyvalue.KeyValueWorkload;
import dev.takt.load.keyvalue.KeyValues;
import dev.takt.load.keyvalue.UserWorkloadAdapter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// YCSB's core workloads on an in-memory database.
class KeyValueTest {

  private static final Map<String, Object> CREATING = Map.of("create-table", true);

  @TempDir Path folder;

  private final String url;

  KeyValueTest(TestInfo test) {
    url = "jdbc:h2:mem:" + test.getDisplayName().replaceAll("\\W", "");
  }

  @ParameterizedTest
  @ValueSource(chars = {'A', 'B', 'C', 'D', 'E', 'F'})
  void workloadsRunThroughWithTheirValuesChecked(char name) throws Exception {
    CoreWorkload workload = KeyValueRuns.workload(name);
    try (Connection kept = DriverManager.getConnection(url)) {
      load(workload);
      try (BlockingDriver driver = open(Map.of(), workload)) {
        assertThat(KeyValueRuns.run(driver, workload, 300)).containsOnly(Map.entry("ok", 300));
      }
      boolean inserts = workload.kinds().contains(KeyValueKind.INSERT);
      assertThat(count(kept)).isEqualTo(KeyValueRuns.RECORDS + (inserts ? 150 : 0));
    }
  }

  @ParameterizedTest
  @ValueSource(chars = {'A', 'E', 'F'})
  void workloadsRunThroughWithValuesAsLiterals(char name) throws Exception {
    CoreWorkload workload = KeyValueRuns.workload(name);
    List<OperationSpec> unprepared =
        List.of(new OperationSpec("all", 1, Map.of("prepared", false)));
    try (Connection kept = DriverManager.getConnection(url)) {
      DriverRequest loading =
          KeyValueRuns.request(url, CREATING, unprepared, workload.loadPhase(), folder);
      assertThat(new JdbcDriverProvider().check(loading)).isEmpty();
      try (BlockingDriver driver = KeyValueRuns.open(loading)) {
        KeyValueRuns.load(driver);
      }
      DriverRequest running = KeyValueRuns.request(url, Map.of(), unprepared, workload, folder);
      try (BlockingDriver driver = KeyValueRuns.open(running)) {
        assertThat(KeyValueRuns.run(driver, workload, 300)).containsOnly(Map.entry("ok", 300));
      }
      assertThat(count(kept)).isGreaterThanOrEqualTo(KeyValueRuns.RECORDS);
    }
  }

  @Test
  void whatWasSpoiltOrDeletedIsFound() throws Exception {
    CoreWorkload workload = KeyValueRuns.workload('A');
    int read = workload.kinds().indexOf(KeyValueKind.READ);
    int update = workload.kinds().indexOf(KeyValueKind.UPDATE);
    try (Connection kept = DriverManager.getConnection(url);
        Statement statement = kept.createStatement()) {
      load(workload);
      try (BlockingDriver driver = open(Map.of(), workload);
          Session session = driver.open(0)) {
        statement.execute("update usertable set field3 = 'spoilt'");
        assertThat(session.execute(read, 1)).isEqualTo(Outcome.failed("UNEXPECTED_STATE"));
        statement.execute("update usertable set field3 = null");
        assertThat(session.execute(read, 2)).isEqualTo(Outcome.failed("UNEXPECTED_STATE"));
        statement.execute("delete from usertable");
        assertThat(session.execute(read, 3)).isEqualTo(Outcome.failed("NOT_FOUND"));
        assertThat(session.execute(update, 4)).isEqualTo(Outcome.failed("NOT_FOUND"));
      }
    }
  }

  @Test
  void anUpdateWritesAllFieldsWhereAllAreWanted() throws Exception {
    CoreWorkload workload =
        CoreWorkload.of(
            KeyValueRuns.with(
                Map.of(
                    "recordcount",
                    "1",
                    "updateproportion",
                    "1",
                    "readallfields",
                    "false",
                    "writeallfields",
                    "true",
                    "dataintegrity",
                    "false")),
            1);
    try (Connection kept = DriverManager.getConnection(url)) {
      load(workload);
      List<String> before = row(kept);
      try (BlockingDriver driver = open(Map.of(), workload);
          Session session = driver.open(0)) {
        assertThat(session.execute(0, 5)).isEqualTo(Outcome.OK);
      }
      List<String> after = row(kept);
      assertThat(after).hasSameSizeAs(before).hasSize(11);
      assertThat(after.getFirst()).isEqualTo(before.getFirst()).startsWith("user");
      for (int i = 1; i < 11; i++) {
        assertThat(after.get(i)).hasSize(20).isNotEqualTo(before.get(i));
      }
    }
  }

  /// Writes fields 2 and 0 of 3 in this order, then all of them in reverse order.
  private static final class Backwards implements KeyValueWorkload {

    @Override
    public void begin(Map<String, String> properties, long seed) {}

    @Override
    public List<KeyValueKind> kinds() {
      return List.of(KeyValueKind.INSERT, KeyValueKind.UPDATE);
    }

    @Override
    public List<String> fieldNames() {
      return List.of("a", "b", "c");
    }

    @Override
    public int maxValueLength() {
      return 10;
    }

    @Override
    public void draft(KeyValueKind kind, long n, KeyValueDraft draft) {
      draft.key("one").write(2, "c" + n);
      if (kind == KeyValueKind.UPDATE && n == 2) {
        draft.write(1, "b" + n);
      }
      draft.write(0, "a" + n);
    }
  }

  @Test
  void fieldsAreWrittenToTheirOwnColumnsInWhateverOrderTheyCome() throws Exception {
    KeyValues workload = new UserWorkloadAdapter(new Backwards(), Map.of(), null);
    DriverRequest request = KeyValueRuns.request(url, CREATING, workload, folder);
    try (Connection kept = DriverManager.getConnection(url);
        BlockingDriver driver = KeyValueRuns.open(request);
        Session session = driver.open(0)) {
      assertThat(session.execute(0, 0)).isEqualTo(Outcome.OK);
      assertThat(row(kept)).containsExactly("one", "a0", null, "c0");
      assertThat(session.execute(1, 1)).isEqualTo(Outcome.OK);
      assertThat(row(kept)).containsExactly("one", "a1", null, "c1");
      assertThat(session.execute(1, 2)).isEqualTo(Outcome.OK);
      assertThat(row(kept)).containsExactly("one", "a2", "b2", "c2");
    }
  }

  @Test
  void aScanThatFindsNothing() throws Exception {
    CoreWorkload workload = KeyValueRuns.workload('E');
    int scan = workload.kinds().indexOf(KeyValueKind.SCAN);
    try (Connection kept = DriverManager.getConnection(url);
        Statement statement = kept.createStatement()) {
      load(workload);
      try (BlockingDriver driver = open(Map.of(), workload);
          Session session = driver.open(0)) {
        assertThat(session.execute(scan, 1)).isEqualTo(Outcome.OK);
        statement.execute("delete from usertable");
        assertThat(session.execute(scan, 2)).isEqualTo(Outcome.failed("NOT_FOUND"));
      }
    }
  }

  @Test
  void scansGiveAsManyRecordsAsWereAskedFor() {
    KeyValueTable table = new KeyValueTable("usertable", List.of("field0", "field1"));

    assertThat(table.scan(table.fields(), "H2"))
        .isEqualTo(
            "select YCSB_KEY, field0, field1 from usertable where YCSB_KEY >= ? order by YCSB_KEY"
                + " limit ?");
    assertThat(table.scan(List.of("field1"), "Oracle"))
        .endsWith(" order by YCSB_KEY fetch first ? rows only");
    assertThat(table.create("MySQL"))
        .isEqualTo(
            "create table if not exists usertable (YCSB_KEY varchar(255) primary key, field0 text,"
                + " field1 text)");
    assertThat(table.update(List.of("field1")))
        .isEqualTo("update usertable set field1 = ? where YCSB_KEY = ?");
    assertThat(table.insert(table.fields()))
        .isEqualTo("insert into usertable (field0, field1, YCSB_KEY) values (?, ?, ?)");
  }

  @Test
  void aTableThatIsNotThereIsSaidBeforeTheRun() {
    assertThatThrownBy(() -> open(Map.of(), KeyValueRuns.workload('C')))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("the database refuses the statement select field0, field1")
        .hasMessageContaining("USERTABLE")
        .hasMessageNotContaining("SQL statement")
        .hasMessageEndingWith("; --create-table makes it");
  }

  @Test
  void theWorkloadsOwnWordsForTheDatabaseAreUnderstood() throws Exception {
    CoreWorkload workload =
        CoreWorkload.of(
            KeyValueRuns.with(
                Map.of("readproportion", "1", "db.url", url, "db.user", "me", "db.passwd", "x")),
            1);
    List<String> descriptions = new ArrayList<>();
    try (Connection kept = DriverManager.getConnection(url, "me", "x")) {
      DriverRequest request = KeyValueRuns.request("jdbc:", CREATING, workload, folder);
      assertThat(new JdbcDriverProvider().check(request)).isEmpty();
      try (BlockingDriver driver = KeyValueRuns.open(request)) {
        assertThat(driver.describe()).endsWith(url);
        descriptions.add(driver.describe());
      }
      assertThat(count(kept)).isZero();
    }
    assertThat(descriptions).hasSize(1);
  }

  @Test
  void namesThatAreNoneAreRefused() {
    CoreWorkload workload =
        CoreWorkload.of(
            KeyValueRuns.with(Map.of("readproportion", "1", "table", "user; drop table x")), 1);

    assertThat(
            new JdbcDriverProvider().check(KeyValueRuns.request(url, Map.of(), workload, folder)))
        .singleElement()
        .satisfies(problem ->
            assertThat(problem.message())
                .startsWith("the workload's table and fields must be names of letters"));
  }

  private void load(CoreWorkload workload) throws Exception {
    try (BlockingDriver driver = open(CREATING, workload.loadPhase())) {
      KeyValueRuns.load(driver);
    }
  }

  private BlockingDriver open(Map<String, Object> properties, CoreWorkload workload)
      throws DriverException {
    return KeyValueRuns.open(KeyValueRuns.request(url, properties, workload, folder));
  }

  private static long count(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select count(*) from usertable")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static List<String> row(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select * from usertable")) {
      rows.next();
      List<String> row = new ArrayList<>();
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        row.add(rows.getString(i));
      }
      return row;
    }
  }
}
