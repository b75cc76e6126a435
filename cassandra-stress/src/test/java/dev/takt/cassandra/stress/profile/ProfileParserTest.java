package dev.takt.cassandra.stress.profile;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.takt.cassandra.stress.command.Insert.BatchType;
import dev.takt.cassandra.stress.command.StressCommand.ConsistencyLevel;
import dev.takt.load.config.source.PlanException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ProfileParserTest {

  private static final String SHORTEST = "keyspace: shop\ntable: items\nqueries: {}\n";

  private static Profile parse(String yaml) throws PlanException {
    return ProfileParser.parse("p.yaml", yaml);
  }

  private static List<String> problems(String yaml) {
    PlanException e = catchThrowableOfType(PlanException.class, () -> parse(yaml));
    assertThat(e).as(yaml).isNotNull();
    return e.problems().stream().map(Object::toString).toList();
  }

  @Test
  void everyKey() throws PlanException {
    Profile profile =
        parse(
            """
            specname: first
            keyspace: shop
            keyspace_definition: |
              CREATE KEYSPACE IF NOT EXISTS shop WITH replication = {};
            table: items
            table_definition: |
              create table shop.items (id int PRIMARY KEY, name text)
            extra_definitions:
              - CREATE INDEX ON items (name)
              - CREATE TYPE t (a int)
            columnspec:
              - name: id
                Population: uniform(1..10)
                CLUSTER: fixed(3)
              - {name: name, Size: '~exp(1..9)'}
            insert:
              Partitions: fixed(2)
              batchtype: UNLOGGED
              select: fixed(1)/4
              row-population: uniform(1..10)/10
              condition: ' IF name = NULL '
            queries:
              One: {cql: "select * from items where id = ?;", fields: SameRow}
              two:
                cql: select 1
                consistencyLevel: quorum
                serialConsistencyLevel: LOCAL_SERIAL
            token_range_queries:
              all: {columns: '*', page_size: 100}
              Some: {columns: 'id, name'}
            """);
    assertThat(profile.specName()).isEqualTo("first");
    assertThat(profile.table()).isEqualTo(new TableName("shop", "items"));
    assertThat(profile.definitions().keyspace())
        .hasValueSatisfying(cql ->
            assertThat(cql)
                .isEqualTo("CREATE KEYSPACE IF NOT EXISTS shop WITH replication = {};\n"));
    assertThat(profile.definitions().table()).isPresent();
    assertThat(profile.definitions().extra())
        .containsExactly("CREATE INDEX ON items (name)", "CREATE TYPE t (a int)");
    assertThat(profile.columns()).containsOnlyKeys("id", "name");
    ColumnOptions id = requireNonNull(profile.columns().get("id"));
    assertThat(id.population()).hasToString("Optional[uniform(1..10)]");
    assertThat(id.cluster()).hasToString("Optional[fixed(3)]");
    assertThat(id.size()).isEmpty();
    assertThat(id.at().text()).isEqualTo("p.yaml:12");
    assertThat(requireNonNull(profile.columns().get("name")).size())
        .hasToString("Optional[~exp(1..9)]");
    InsertOptions insert = profile.insert();
    assertThat(insert.partitions()).hasToString("fixed(2)");
    assertThat(insert.batchType()).isEqualTo(BatchType.UNLOGGED);
    assertThat(insert.select()).hasToString("fixed(1)/4");
    assertThat(insert.rowPopulation()).hasToString("uniform(1..10)/10");
    assertThat(insert.condition()).isEqualTo("IF name = NULL");
    assertThat(profile.queries().keySet()).containsExactly("one", "two");
    Query one = requireNonNull(profile.queries().get("one"));
    assertThat(one.cql()).isEqualTo("select * from items where id = ?");
    assertThat(one.fields()).isEqualTo(Query.Fields.SAMEROW);
    assertThat(one.consistency()).isEmpty();
    Query two = requireNonNull(profile.queries().get("two"));
    assertThat(two.fields()).isEqualTo(Query.Fields.MULTIROW);
    assertThat(two.consistency()).contains(ConsistencyLevel.QUORUM);
    assertThat(two.serialConsistency()).contains(ConsistencyLevel.LOCAL_SERIAL);
    assertThat(profile.tokenRangeQueries().values())
        .containsExactly(
            new TokenRangeQuery("all", "*", 100), new TokenRangeQuery("some", "id, name", 5000));
  }

  @Test
  void defaults() throws PlanException {
    Profile profile = parse(SHORTEST + "insert:\ncolumnspec:\nextra_definitions:\n");
    assertThat(profile.specName()).isEqualTo("shop.items");
    assertThat(profile.definitions())
        .isEqualTo(new Profile.Definitions(Optional.empty(), Optional.empty(), List.of()));
    assertThat(profile.columns()).isEmpty();
    assertThat(profile.queries()).isEmpty();
    assertThat(profile.tokenRangeQueries()).isEmpty();
    assertThat(profile.insert().partitions()).hasToString("fixed(1)");
    assertThat(profile.insert().batchType()).isEqualTo(BatchType.LOGGED);
    assertThat(profile.insert().select()).hasToString("fixed(1)/1");
    assertThat(profile.insert().rowPopulation()).hasToString("fixed(1)/1");
    assertThat(profile.insert().condition()).isEmpty();
  }

  @Test
  void allProblemsAreReported() {
    assertThat(problems("tabel: items\nqueries: {q: {fields: some}}\ninsert: 5\n"))
        .containsExactly(
            "p.yaml:1:1: tabel: unknown key; expected one of specname, keyspace,"
                + " keyspace_definition, table, table_definition, extra_definitions, columnspec,"
                + " insert, queries, token_range_queries (did you mean \"table\"?)",
            "p.yaml:1:1: keyspace: is missing; expected the name of a keyspace",
            "p.yaml:1:1: table: is missing; expected the name of a table",
            "p.yaml:2:14: queries.q.cql: is missing; expected a statement",
            "p.yaml:2:23: queries.q.fields: expected one of samerow, multirow, found \"some\"",
            "p.yaml:3:9: insert: expected a map of keys and values, found \"5\"");
  }

  /// Lines after the three of the shortest profile; below each, its problem.
  private static final String LINES_WITH_PROBLEMS =
      """
      Queries: {}
          4:1: Queries: unknown key; expected one of specname, keyspace, keyspace_definition, table, table_definition, extra_definitions, columnspec, insert, queries, token_range_queries (did you mean "queries"?)
      table: items
          4:1: table: is given twice
      specname: [a]
          4:11: specname: expected a text, found a list
      keyspace_definition: CREATE KEYSPACE shop2 WITH x
          4:22: keyspace_definition: expected CREATE KEYSPACE shop …, found "CREATE KEYSPACE shop2 WITH x"
      keyspace_definition: DROP KEYSPACE shop
          4:22: keyspace_definition: expected CREATE KEYSPACE shop …, found "DROP KEYSPACE shop"
      table_definition: CREATE TABLE item (id int)
          4:19: table_definition: expected CREATE TABLE shop.items (…, found "CREATE TABLE item (id int)"
      table_definition: CREATE TABLE shop2.items (id int)
          4:19: table_definition: expected CREATE TABLE shop.items (…, found "CREATE TABLE shop2.items (id int)"
      table_definition: CREATE TABLE "Items" (id int)
          4:19: table_definition: expected CREATE TABLE shop.items (…, found "CREATE TABLE "Items" (id int)"
      extra_definitions: CREATE INDEX
          4:20: extra_definitions: expected a list, found "CREATE INDEX"
      extra_definitions: [a, {b: c}]
          4:24: extra_definitions: expected a text, found a map of keys and values
      columnspec: {name: a}
          4:13: columnspec: expected a list, found a map of keys and values
      columnspec: [a]
          4:14: columnspec[0]: expected a map of keys and values, found "a"
      columnspec: [{size: fixed(1)}]
          4:14: columnspec[0].name: is missing; expected the name of a column
      columnspec: [{name: a}, {name: a}]
          4:32: columnspec[1].name: column a is given twice
      columnspec: [{name: a, sizes: 5}]
          4:24: columnspec[0].sizes: unknown key; expected one of name, size, population, cluster (did you mean "size"?)
      columnspec: [{name: a, size: 5}]
          4:30: columnspec[0].size: expected a distribution such as uniform(1..1M), found "5"
      columnspec: [{name: a, size: 'weibull(1..5,1)'}]
          4:30: columnspec[0].size: expected a distribution such as uniform(1..1M), found "weibull(1..5,1)": Illegal distribution type: weibull
      columnspec: [{name: a, size: fixed(1), SIZE: fixed(2)}]
          4:40: columnspec[0].SIZE: is given twice
      columnspec: [{name: a, cluster: }]
          4:32: columnspec[0].cluster: expected a distribution such as uniform(1..1M), found nothing
      insert: {partitions: some}
          4:22: insert.partitions: expected a distribution such as uniform(1..1M), found "some"
      insert: {batchtype: logged}
          4:21: insert.batchtype: expected one of UNLOGGED, LOGGED, COUNTER, found "logged"
      insert: {select: fixed(1)}
          4:18: insert.select: expected a ratio such as fixed(1)/2, found "fixed(1)"
      insert: {row-population: 1/2}
          4:26: insert.row-population: expected a ratio such as fixed(1)/2, found "1/2": Illegal distribution specification: 1
      insert: {perbatch: fixed(1)/2}
          4:10: insert.perbatch: unknown key; expected one of partitions, batchtype, select, row-population, condition
      token_range_queries: {a: {page_size: 5}}
          4:26: token_range_queries.a.columns: is missing; expected columns such as '*'
      token_range_queries: {a: {columns: '*', page_size: 0}}
          4:52: token_range_queries.a.page_size: expected a whole number from 1 on, found "0"
      token_range_queries: {a: {columns: '*', pages: 1}}
          4:41: token_range_queries.a.pages: unknown key; expected one of columns, page_size
      token_range_queries: {a: {columns: a}, A: {columns: a}}
          4:40: token_range_queries.A: another query has this name
      """;

  @ParameterizedTest
  @MethodSource
  void problemsOfOneLine(String line, String expected) {
    assertThat(problems(SHORTEST + line + "\n")).containsExactly("p.yaml:" + expected);
  }

  static Stream<Arguments> problemsOfOneLine() {
    List<String> lines = LINES_WITH_PROBLEMS.lines().toList();
    return IntStream.range(0, lines.size() / 2)
        .mapToObj(i -> Arguments.of(lines.get(2 * i), lines.get(2 * i + 1).strip()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          queries: | 1:9: queries: is missing; expected queries, or {} for none
          specname: a | 1:1: queries: is missing; expected queries, or {} for none
          queries: [] | 1:10: queries: expected a map of keys and values, found a list
          queries: {q: select 1} | 1:14: queries.q: expected a map of keys and values, found "select 1"
          queries: {q: {cql: a, field: b}} | 1:23: queries.q.field: unknown key; expected one of cql, fields, consistencyLevel, serialConsistencyLevel (did you mean "fields"?)
          queries: {q: {cql: a}, Q: {cql: b}} | 1:24: queries.Q: another query has this name
          queries: {q: {cql: a, consistencyLevel: most}} | 1:41: queries.q.consistencyLevel: expected one of ONE, QUORUM, LOCAL_QUORUM, EACH_QUORUM, ALL, ANY, TWO, THREE, LOCAL_ONE, SERIAL, LOCAL_SERIAL, found "most"
          """)
  void problemsOfQueries(String line, String expected) {
    assertThat(problems(line + "\nkeyspace: shop\ntable: items\n"))
        .containsExactly("p.yaml:" + expected);
  }

  @Test
  void queriesAndTokenRangeQueriesHaveDifferentNames() {
    assertThat(
            problems(
                """
                keyspace: a
                table: b
                queries: {q: {cql: a}}
                token_range_queries: {Q: {columns: a}}
                """))
        .containsExactly("p.yaml:4:23: token_range_queries.Q: another query has this name");
  }

  @Test
  void whatIsNoYaml() {
    assertThat(problems("keyspace: [a\ntable: b\n"))
        .singleElement()
        .asString()
        .startsWith("p.yaml:2:6: not YAML: ");
    assertThat(problems("# nothing\n")).containsExactly("p.yaml:1:1: the profile is empty");
    assertThat(problems("keyspace: &a b\ntable: *a\n"))
        .containsExactly("p.yaml:2:8: anchors (&) and aliases (*) are not supported in a profile");
  }

  @Test
  void namesThatAreQuoted() throws PlanException {
    Profile profile =
        parse(
            """
            keyspace: Shop
            table: '"Items"'
            queries: {}
            keyspace_definition: CREATE KEYSPACE SHOP WITH x
            table_definition: CREATE COLUMNFAMILY Shop . "Items" (id int)
            """);
    assertThat(profile.table()).isEqualTo(new TableName("shop", "Items"));
    assertThat(profile.table()).hasToString("shop.\"Items\"");
  }

  @ParameterizedTest
  @CsvSource({
    "a_1, a_1",
    "Abc, '\"Abc\"'",
    "1a, '\"1a\"'",
    "token, '\"token\"'",
    "a\"b, '\"a\"\"b\"'"
  })
  void quoting(String name, String expected) {
    assertThat(CqlName.quoted(name)).isEqualTo(expected);
    assertThat(CqlName.parse(expected)).isEqualTo(name);
  }
}
