package dev.takt.cassandra.stress.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.cassandra.stress.data.ColumnSpec;
import dev.takt.cassandra.stress.data.DataVersion;
import dev.takt.cassandra.stress.data.RowOrder;
import dev.takt.cassandra.stress.profile.Profile;
import dev.takt.cassandra.stress.profile.Profiles;
import dev.takt.cassandra.stress.profile.TableName;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.driver.DriverException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileTableTest {

  private static final String WIDE =
      "e regular -1 set<text>; a static -1 list<int>; ck2 clustering 1 text; ck1 clustering 0 int;"
          + " B regular -1 text; d regular -1 frozen<set<int>>; k1 partition_key 1 int;"
          + " k2 partition_key 0 bigint";

  @TempDir private Path folder;

  private final List<String> notes = new ArrayList<>();

  private Profile profile(String columnspec) throws IOException, PlanException {
    Path file = folder.resolve("p.yaml");
    Files.writeString(
        file,
        "{keyspace: shop, table: items, queries: {},\ncolumnspec: [\n" + columnspec + "\n]}\n");
    return Profiles.read(List.of("p.yaml"), folder).profiles().getFirst();
  }

  private ProfileTable table(String columnspec, String columns, boolean skipsUnsupported)
      throws IOException, PlanException, DriverException {
    Profile profile = profile(columnspec);
    return ProfileTable.of(
        profile,
        TableColumn.read(new FakeDatabase(columns), profile.table()),
        new ProfileTable.Settings(RowOrder.SORTED, DataVersion.V3, skipsUnsupported),
        notes::add);
  }

  @Test
  void keysAreInTheirOrderAndOtherColumnsByName() throws Exception {
    ProfileTable table =
        table(
            "{name: ck1, cluster: fixed(3)},\n{name: B, size: fixed(9), population: fixed(7)}",
            WIDE,
            false);
    assertThat(table.spec().partitionKey())
        .extracting(ColumnSpec::name)
        .containsExactly("k2", "k1");
    assertThat(table.spec().clustering())
        .extracting(ColumnSpec::name)
        .containsExactly("ck1", "ck2");
    assertThat(table.spec().values())
        .extracting(ColumnSpec::name)
        .containsExactly("B", "a", "d", "e");
    assertThat(table.spec().order()).isEqualTo(RowOrder.SORTED);
    assertThat(table.spec().version()).isEqualTo(DataVersion.V3);
    assertThat(table.spec().clustering().getFirst().cluster()).hasToString("fixed(3)");
    assertThat(table.spec().clustering().getLast().cluster()).hasToString("fixed(1)");
    ColumnSpec b = table.spec().values().getFirst();
    assertThat(b.size()).hasToString("fixed(9)");
    assertThat(b.population()).hasToString("fixed(7)");
    assertThat(b.saltText()).isEqualTo("seed for stressB");
    assertThat(table.indexOf("ck2")).isEqualTo(3);
    assertThat(table.indexOf("b")).isEqualTo(-1);
    assertThat(notes).isEmpty();
  }

  @Test
  void insertUpdatesAllColumns() throws Exception {
    ProfileTable table = table("", WIDE, false);
    assertThat(table.insert("IF e = NULL"))
        .isEqualTo(
            "UPDATE shop.items SET \"B\" = ?, a = a + ?, d = ?, e = e + ?"
                + " WHERE k2 = ? AND k1 = ? AND ck1 = ? AND ck2 = ? IF e = NULL");
    assertThat(table.insertValues()).containsExactly(4, 5, 6, 7, 0, 1, 2, 3);
  }

  @Test
  void insertOfCounters() throws Exception {
    ProfileTable table = table("", "name partition_key 0 text; count regular -1 counter", false);
    assertThat(table.insert(""))
        .isEqualTo("UPDATE shop.items SET count = count + ? WHERE name = ?");
  }

  @Test
  void insertOfKeysOnly() throws Exception {
    ProfileTable table =
        table("", "order partition_key 0 text; c clustering 0 int; value regular -1 empty", false);
    assertThat(table.insert("")).isEqualTo("INSERT INTO shop.items (\"order\", c) VALUES (?, ?)");
    assertThat(table.insertValues()).containsExactly(0, 1);
  }

  @Test
  void unsupportedTypeIsRefused() {
    String columns = "k partition_key 0 int; m regular -1 map<int, text>; v regular -1 int";
    assertThatThrownBy(() -> table("", columns, false))
        .isInstanceOf(DriverException.class)
        .hasMessage(
            "shop.items, column m: cassandra-stress generates no values of type map<int, text>;"
                + " -errors skip-unsupported-columns leaves such columns out");
  }

  @Test
  void unsupportedTypeIsLeftOutIfAskedFor() throws Exception {
    ProfileTable table =
        table("", "k partition_key 0 int; m regular -1 map<int, text>; v regular -1 int", true);
    assertThat(table.insert("")).isEqualTo("UPDATE shop.items SET v = ? WHERE k = ?");
    assertThat(notes)
        .containsExactly(
            "shop.items, column m: cassandra-stress generates no values of type map<int, text>:"
                + " the column is left out");
  }

  @Test
  void unsupportedTypeOfAKeyIsRefused() {
    String columns = "k partition_key 0 duration; v regular -1 int";
    assertThatThrownBy(() -> table("", columns, true))
        .isInstanceOf(DriverException.class)
        .hasMessage("shop.items, column k: cassandra-stress generates no values of type duration");
  }

  @Test
  void wrongColumnspecIsNamedWithItsLine() {
    String columns = "k partition_key 0 int; v regular -1 text";
    assertThatThrownBy(() -> table("{name: k},\n{name: v, size: uniform(-1..5)}", columns, false))
        .isInstanceOf(DriverException.class)
        .hasMessage(
            folder.resolve("p.yaml")
                + ":4: size of column v must be from 0 to 268435456: uniform(-1..5)");
  }

  /// Profiles in use have values there that no clustering column could have.
  @Test
  void clusterOfAnotherColumnIsIgnored() throws Exception {
    ProfileTable table =
        table(
            "{name: v, cluster: uniform(-5..1B)}",
            "k partition_key 0 int; v regular -1 text",
            false);
    assertThat(table.spec().values().getFirst().cluster()).hasToString("fixed(1)");
  }

  @Test
  void columnspecOfNoColumnIsIgnoredWithANote() throws Exception {
    table("{name: K}", "k partition_key 0 int; v regular -1 text", false);
    assertThat(notes)
        .containsExactly(
            folder.resolve("p.yaml")
                + ":3: columnspec of K is ignored: shop.items has no such column");
  }

  @Test
  void setInAKeyIsRefused() {
    assertThatThrownBy(() -> table("", "k partition_key 0 frozen<set<int>>", false))
        .isInstanceOf(DriverException.class)
        .hasMessage("shop.items: column k is a set, which cannot be in a primary key");
  }

  @Test
  void missingTable() {
    FakeDatabase database = new FakeDatabase("");
    assertThatThrownBy(() -> TableColumn.read(database, new TableName("a'b", "T")))
        .isInstanceOf(DriverException.class)
        .hasMessage("there is no table \"a'b\".\"T\"");
    assertThat(database.executed())
        .singleElement()
        .asString()
        .endsWith(" WHERE keyspace_name = 'a''b' AND table_name = 'T'");
  }
}
