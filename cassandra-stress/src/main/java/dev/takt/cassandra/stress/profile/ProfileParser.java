package dev.takt.cassandra.stress.profile;

import dev.takt.cassandra.stress.command.Insert.BatchType;
import dev.takt.cassandra.stress.command.StressCommand.ConsistencyLevel;
import dev.takt.cassandra.stress.distribution.DistributionSpec;
import dev.takt.cassandra.stress.distribution.RatioSpec;
import dev.takt.load.config.source.Node;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.config.source.Problems;
import dev.takt.load.config.source.YamlTree;
import dev.takt.load.text.Texts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses a profile, and finds all that is wrong with it.
final class ProfileParser {

  private static final String DISTRIBUTION = "a distribution such as uniform(1..1M)";
  private static final String RATIO = "a ratio such as fixed(1)/2";
  private static final int DEFAULT_PAGE_SIZE = 5000;

  private static final Pattern CREATE_KEYSPACE =
      Pattern.compile(
          "\\s*CREATE\\s+KEYSPACE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(" + CqlName.FORM + ")\\s.*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Pattern CREATE_TABLE =
      Pattern.compile(
          "\\s*CREATE\\s+(?:TABLE|COLUMNFAMILY)\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(?:("
              + CqlName.FORM
              + ")\\s*\\.\\s*)?("
              + CqlName.FORM
              + ")\\s*\\(.*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final Problems problems = new Problems();
  private final KeyedValues root;

  private ProfileParser(Node node) {
    this.root =
        KeyedValues.ofKnown(
            problems,
            "",
            node,
            "specname",
            "keyspace",
            "keyspace_definition",
            "table",
            "table_definition",
            "extra_definitions",
            "columnspec",
            "insert",
            "queries",
            "token_range_queries");
  }

  /// @param source what problems call the text
  /// @throws PlanException with all problems
  static Profile parse(String source, String text) throws PlanException {
    ProfileParser parser = new ProfileParser(YamlTree.parse(source, text, "profile"));
    Profile profile = parser.profile();
    parser.problems.throwIfAny();
    return profile;
  }

  private Profile profile() {
    TableName table =
        new TableName(
            CqlName.parse(root.require("keyspace", "the name of a keyspace").orElse("?")),
            CqlName.parse(root.require("table", "the name of a table").orElse("?")));
    Map<String, Query> queries = queries();
    return new Profile(
        root.text("specname").orElse(table.keyspace() + "." + table.table()),
        table,
        definitions(table),
        columns(),
        insert(),
        queries,
        tokenRangeQueries(queries));
  }

  private Profile.Definitions definitions(TableName table) {
    Optional<String> keyspace = root.text("keyspace_definition");
    keyspace.ifPresent(cql -> {
      Matcher form = CREATE_KEYSPACE.matcher(cql);
      if (!form.matches() || !CqlName.parse(form.group(1)).equals(table.keyspace())) {
        root.problem(
            "keyspace_definition",
            "expected CREATE KEYSPACE " + CqlName.quoted(table.keyspace()) + " …" + found(cql));
      }
    });
    Optional<String> tableCql = root.text("table_definition");
    tableCql.ifPresent(cql -> {
      Matcher form = CREATE_TABLE.matcher(cql);
      if (!form.matches()
          || !CqlName.parse(form.group(2)).equals(table.table())
          || (form.group(1) != null && !CqlName.parse(form.group(1)).equals(table.keyspace()))) {
        root.problem("table_definition", "expected CREATE TABLE " + table + " (…" + found(cql));
      }
    });
    return new Profile.Definitions(keyspace, tableCql, root.texts("extra_definitions"));
  }

  private static String found(String cql) {
    return ", found " + Texts.quoted(cql.strip().replaceAll("\\s+", " "));
  }

  private Map<String, ColumnOptions> columns() {
    Map<String, ColumnOptions> columns = new LinkedHashMap<>();
    List<Node> items = root.items("columnspec");
    for (int i = 0; i < items.size(); i++) {
      KeyedValues values =
          KeyedValues.ofKnownInAnyCase(
              problems,
              "columnspec[" + i + "]",
              items.get(i),
              "name",
              "size",
              "population",
              "cluster");
      ColumnOptions column =
          new ColumnOptions(
              values.require("name", "the name of a column").orElse("?"),
              values.parsed("size", DISTRIBUTION, DistributionSpec::parse),
              values.parsed("population", DISTRIBUTION, DistributionSpec::parse),
              values.parsed("cluster", DISTRIBUTION, DistributionSpec::parse),
              items.get(i).at());
      if (columns.put(column.column(), column) != null) {
        values.problem("name", "column " + column.column() + " is given twice");
      }
    }
    return columns;
  }

  private InsertOptions insert() {
    Node node = root.node("insert");
    if (node == null) {
      return InsertOptions.DEFAULTS;
    }
    KeyedValues values =
        KeyedValues.ofKnownInAnyCase(
            problems,
            "insert",
            node,
            "partitions",
            "batchtype",
            "select",
            "row-population",
            "condition");
    InsertOptions otherwise = InsertOptions.DEFAULTS;
    return new InsertOptions(
        values
            .parsed("partitions", DISTRIBUTION, DistributionSpec::parse)
            .orElse(otherwise.partitions()),
        values
            .oneOf("batchtype", BatchType.class, Enum::name, Function.identity())
            .orElse(otherwise.batchType()),
        values.parsed("select", RATIO, RatioSpec::parse).orElse(otherwise.select()),
        values.parsed("row-population", RATIO, RatioSpec::parse).orElse(otherwise.rowPopulation()),
        values.text("condition").map(String::strip).orElse(otherwise.condition()));
  }

  private Map<String, Query> queries() {
    Map<String, Query> queries = new LinkedHashMap<>();
    Node node = root.node("queries");
    if (node == null) {
      root.problem("queries", "is missing; expected queries, or {} for none");
      return queries;
    }
    KeyedValues.of(problems, "queries", node)
        .entries()
        .values()
        .forEach(entry -> {
          String name = entry.key().toLowerCase(Locale.ROOT);
          checkName("queries", entry, queries.containsKey(name));
          queries.put(name, query(name, entry.value()));
        });
    return queries;
  }

  private void checkName(String group, Node.Entry entry, boolean isTaken) {
    if (isTaken) {
      problems.add(entry.at(), group + "." + entry.key(), "another query has this name");
    }
  }

  private Query query(String name, Node node) {
    KeyedValues values =
        KeyedValues.ofKnown(
            problems,
            "queries." + name,
            node,
            "cql",
            "fields",
            "consistencyLevel",
            "serialConsistencyLevel");
    String cql = values.require("cql", "a statement").orElse("").strip();
    Node cqlNode = values.node("cql");
    return new Query(
        name,
        cql.endsWith(";") ? cql.substring(0, cql.length() - 1).strip() : cql,
        values
            .oneOf("fields", Query.Fields.class, ProfileParser::lowerCase, ProfileParser::lowerCase)
            .orElse(Query.Fields.MULTIROW),
        level(values, "consistencyLevel"),
        level(values, "serialConsistencyLevel"),
        cqlNode == null ? node.at() : cqlNode.at());
  }

  private static Optional<ConsistencyLevel> level(KeyedValues values, String key) {
    return values.oneOf(
        key, ConsistencyLevel.class, Enum::name, text -> text.toUpperCase(Locale.ROOT));
  }

  private static String lowerCase(Object text) {
    return text.toString().toLowerCase(Locale.ROOT);
  }

  private Map<String, TokenRangeQuery> tokenRangeQueries(Map<String, Query> queries) {
    Map<String, TokenRangeQuery> ranges = new LinkedHashMap<>();
    Node node = root.node("token_range_queries");
    if (node == null) {
      return ranges;
    }
    KeyedValues.of(problems, "token_range_queries", node)
        .entries()
        .values()
        .forEach(entry -> {
          String name = entry.key().toLowerCase(Locale.ROOT);
          checkName(
              "token_range_queries", entry, queries.containsKey(name) || ranges.containsKey(name));
          KeyedValues values =
              KeyedValues.ofKnown(
                  problems, "token_range_queries." + name, entry.value(), "columns", "page_size");
          ranges.put(
              name,
              new TokenRangeQuery(
                  name,
                  values.require("columns", "columns such as '*'").orElse("*"),
                  values
                      .parsed("page_size", "a whole number from 1 on", ProfileParser::positive)
                      .orElse(DEFAULT_PAGE_SIZE)));
        });
    return ranges;
  }

  private static int positive(String text) {
    int number = Integer.parseInt(text);
    if (number < 1) {
      throw new IllegalArgumentException();
    }
    return number;
  }
}
