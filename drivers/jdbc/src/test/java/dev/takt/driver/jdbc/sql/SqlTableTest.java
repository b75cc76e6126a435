package dev.takt.driver.jdbc.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.workload.Generators;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Which parts of a statement become parameters, and how values are written otherwise. In the
/// tables, `{n}` is the number 8, `{m}` the number -3, `{t}` a text of two letters, and a `^`
/// stands for a line end.
class SqlTableTest {

  private static final Generators GENERATORS =
      new Generators(
          Map.of("n", "uniform:8..8", "m", "uniform:-3..-3", "t", "alpha:2"),
          Generators.NONE.traces());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          POSTGRESQL | select * from t where id = {n}                 | select * from t where id = ?
          POSTGRESQL | select $$what? it's {{n}$$, {n}                | select $$what? it's {n}$$, ?
          POSTGRESQL | select $a$ $$ ? $b$ ' $a$, {n}                 | select $a$ $$ ? $b$ ' $a$, ?
          POSTGRESQL | select $ä_1$?$ä_1$, {n}                        | select $ä_1$?$ä_1$, ?
          POSTGRESQL | select a$$b, '?', {n} from c$$d                | select a$$b, '?', ? from c$$d
          POSTGRESQL | select $1, {n}, $2                             | select $1, ?, $2
          POSTGRESQL | select $$n-{n}$$                               | select ?
          POSTGRESQL | select E'it\\'s ?', {n}                        | select E'it\\'s ?', ?
          POSTGRESQL | select e'a\\\\', {n}, '?'                      | select e'a\\\\', ?, '?'
          POSTGRESQL | select E'it\\'s {n}'                           | select ?
          POSTGRESQL | select 'a\\', {n}, '?'                         | select 'a\\', ?, '?'
          POSTGRESQL | select name'?', {n}                            | select name'?', ?
          POSTGRESQL | select "a?""b?", {n}                           | select "a?""b?", ?
          POSTGRESQL | select U&"a?", U&'?', X'1F', {n}               | select U&"a?", U&'?', X'1F', ?
          POSTGRESQL | select 1 -- isn't ? {{n}^, {n}                 | select 1 -- isn't ? {n}^, ?
          POSTGRESQL | select 1 /* a /* ' ? */ b ? */, {n}            | select 1 /* a /* ' ? */ b ? */, ?
          POSTGRESQL | select 5 - -{n}, 5 -{n}                        | select 5 - -?, 5 -?
          POSTGRESQL | select data ? 'k' and id = {n}                 | select data ?? 'k' and id = ?
          POSTGRESQL | select data ?! array['a'], data?&{t}           | select data ??! array['a'], data??&?
          POSTGRESQL | select data @? '$.a ? (@ > 1)'                 | select data @?? '$.a ? (@ > 1)'
          POSTGRESQL | select (data->'a')::jsonb ? {t}                | select (data->'a')::jsonb ?? ?
          POSTGRESQL | select data['a'] ? 'b', "d" ? 'k', {t} ? lower(x) | select data['a'] ?? 'b', "d" ?? 'k', ? ?? lower(x)
          POSTGRESQL | select data ?? 'k', data ??! x                 | select data ?? 'k', data ??! x
          POSTGRESQL | select a #>> '{{a}', b # {n}                   | select a #>> '{a}', b # ?
          POSTGRESQL | select a[1:{n}], a[{n}]                        | select a[1:?], a[?]
          POSTGRESQL | insert into t values ({n}); select {n};        | insert into t values (?); select ?;
          MYSQL      | select 'it\\'s ?', {n}                         | select 'it\\'s ?', ?
          MYSQL      | select 'a\\\\', {n}, "?"                       | select 'a\\\\', ?, "?"
          MYSQL      | select "it's {n}", "a""?", 'b'                 | select ?, "a""?", 'b'
          MYSQL      | select `a?``b`, {n}                            | select `a?``b`, ?
          MYSQL      | select 1 # isn't ?^, {n}                       | select 1 # isn't ?^, ?
          MYSQL      | select 1 +# isn't ?^ 2, {n}                    | select 1 +# isn't ?^ 2, ?
          MYSQL      | select 1 -- isn't ?^, 5--{n}                   | select 1 -- isn't ?^, 5--?
          MYSQL      | select /*!40001 sql_no_cache */ {n} /* ? */    | select /*!40001 sql_no_cache */ ? /* ? */
          MYSQL      | select /*! {n}, */ 1, $$, {n}, $$              | select /*! ?, */ 1, $$, ?, $$
          MYSQL      | select 1 /* a /* b */, {n}                     | select 1 /* a /* b */, ?
          SQLSERVER  | select [it's ?]]], {n}, N'{n}', #t.a           | select [it's ?]]], ?, ?, #t.a
          SQLITE     | select [a?], `b?`, "c?", {n}                   | select [a?], `b?`, "c?", ?
          SQLITE     | create trigger a after insert on b begin select 1; select 2; end | create trigger a after insert on b begin select 1; select 2; end
          ORACLE     | select q'[it's ?]', nq'!'?'!', {n} from v$a$b  | select q'[it's ?]', nq'!'?'!', ? from v$a$b
          ORACLE     | select q'[it's a number, {n}]' from dual       | select ? from dual
          OTHER      | select $$it's ?$$, `a?`, {n}                   | select $$it's ?$$, `a?`, ?
          OTHER      | select '{"a": 1}', '{1,2}', {{fn now()}        | select '{"a": 1}', '{1,2}', {fn now()}
          OTHER      | select a.b, {n}.5, 'ab                         | select a.b, ?.5, 'ab
          """)
  void onlyPlaceholdersInCodeAndStringsAreParameters(
      SqlDialect dialect, String sql, String prepared) {
    assertThat(prepared(sql, dialect).text()).isEqualTo(real(prepared));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          POSTGRESQL | select E'\\x41\\102\\u0043\\n\\'\\q'' {n}'  | ABC^'q' 8
          POSTGRESQL | select 'a\\n''b {n}'                        | a\\n'b 8
          POSTGRESQL | select $x$it's '' \\n {n}$x$                | it's '' \\n 8
          MYSQL      | select 'a\\n\\''' \\% \\q {n}'              | a^'' \\% q 8
          MYSQL      | select "it's ""a"" \\"{n}\\""               | it's "a" "8"
          ORACLE     | select q'<it's>{n}>'                        | it's>8
          """)
  void aParameterHasTheTextThatTheStringHad(SqlDialect dialect, String sql, String value) {
    List<SqlParameter> parameters = prepared(sql, dialect).parameters();

    assertThat(parameters).hasSize(1);
    assertThat(((SqlParameter.Literal) parameters.getFirst()).content().text(42, 0))
        .isEqualTo(real(value));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          POSTGRESQL | select * from t where id = ?            | a ? has no value
          POSTGRESQL | select * from t where id=?              | a ? has no value
          POSTGRESQL | insert into t values (?, ?)             | a ? has no value
          POSTGRESQL | select a from t limit ? offset ?        | a ? has no value
          POSTGRESQL | select 1 from t where b between ? and ? | a ? has no value
          POSTGRESQL | select ? from t                         | a ? has no value
          POSTGRESQL | select a !! ?                           | a ? has no value
          POSTGRESQL | select ?::int                           | a ? has no value
          MYSQL      | select data ? 'k'                       | a ? has no value
          POSTGRESQL | select t_{n}                            | part of a name or a number
          POSTGRESQL | select {n}{n}                           | part of a name or a number
          POSTGRESQL | select * from s.{t}                     | part of a name or a number
          POSTGRESQL | select "t{n}"                           | quoted name or a comment
          POSTGRESQL | select 1 /* {n} */                      | quoted name or a comment
          POSTGRESQL | select X'{n}'                           | in the string that begins with X'
          POSTGRESQL | select E'\\377{n}'                      | write the character itself
          POSTGRESQL | select E'\\{n}'                         | escapes its value
          POSTGRESQL | select 'a {n}                           | the quote ' before a placeholder is not closed
          SQLITE     | select 1; select 2                      | only the first of several
          POSTGRESQL | -- select 1                             | there is no statement
          POSTGRESQL | ; /* a */ ;                             | there is no statement
          """)
  void whatCannotBeBoundIsRefused(SqlDialect dialect, String sql, String message) {
    assertThatThrownBy(() -> prepared(sql, dialect))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          POSTGRESQL | select {n}, {m}, {t}, '{n}-{t}'          | select 8, -3, 'xx', '8-xx'
          POSTGRESQL | select 5-{m}, 5 -{m}, @{m}, 5 - {m}      | select 5-(-3), 5 -(-3), @(-3), 5 - -3
          POSTGRESQL | select a_{n}, {n}{n} from s.{t}, "t{n}"  | select a_8, 88 from s.xx, "t8"
          POSTGRESQL | do $$ begin perform '{t}'; end $$ -- {n} | do $$ begin perform 'xx'; end $$ -- 8
          POSTGRESQL | select data ?? {t}, data ? 'k', '??'     | select data ? 'xx', data ? 'k', '??'
          MYSQL      | select {t}, "{n}", `c{n}` # {n}          | select 'xx', "8", `c8` # 8
          OTHER      | select 1 where id = ?                    | select 1 where id = ?
          """)
  void withoutPreparationValuesAreWrittenAsTheirPlaceDemands(
      SqlDialect dialect, String sql, String written) throws SQLException {
    String text = UnpreparedSql.parse(sql, GENERATORS, dialect).text(42, 0);

    assertThat(text)
        .matches(java.util.regex.Pattern.quote(written).replace("xx", "\\E[a-z]{2}\\Q"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          DOUBLED | '   | O'Neil\\ | O''Neil\\
          DOUBLED | "   | a"b      | a""b
          DOUBLED | ]   | a]b      | a]]b
          MYSQL   | '   | O'Neil\\ | O''Neil\\\\
          ESCAPED | '   | \\'      | \\\\''
          RAW     | $$  | O'Neil   | O'Neil
          RAW     | $$  | a$       | refused
          RAW     | ]'  | a]'b     | refused
          BARE    |     | a_1      | a_1
          BARE    |     | a b      | refused
          BARE    |     | -1       | refused
          CODED   | '   | 1F       | 1F
          CODED   | '   | 1'       | refused
          COMMENT |     | -5       | -5
          COMMENT |     | a */     | refused
          DOUBLED | '   | a@0      | refused
          MYSQL   | '   | a@0      | refused
          """)
  void aValueIsWrittenSafelyOrRefused(
      Quoting.Style style, @Nullable String close, String value, String expected) {
    Quoting quoting = new Quoting(style, close == null ? "" : close);
    String text = value.replace("@0", "\0");

    if (expected.equals("refused")) {
      assertThatThrownBy(() -> quoting.write(text)).hasMessageContaining("safely");
    } else {
      assertThat(quoting.write(text)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          POSTGRESQL | update t set a = ?, b = ? where k = ? | update t set a = 'it''s \\ ?', b = 7 where k = '1'
          MYSQL      | update t set a = ?, b = ? where k = ? | update t set a = 'it''s \\\\ ?', b = 7 where k = '1'
          """)
  void boundStatementHasItsValuesAsLiterals(SqlDialect dialect, String sql, String written)
      throws SQLException {
    List<String> executed = new ArrayList<>();
    Statement statement =
        (Statement)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Statement.class},
                (_, method, arguments) -> {
                  executed.add(method.getName() + " " + arguments[0]);
                  return 1;
                });
    LiteralStatement bound = new LiteralStatement(statement, sql, dialect);

    bound.set(1, "replaced");
    bound.set(1, "it's \\ ?");
    bound.set(2, 7);
    bound.set(3, "1");

    assertThat(bound.update()).isEqualTo(1);
    assertThat(executed).containsExactly("executeUpdate " + written);
    assertThatThrownBy(() -> bound.set(1, "\0")).isInstanceOf(SQLException.class);
  }

  @ParameterizedTest
  @EnumSource(SqlDialect.class)
  void thePartsOfAnyTextAreTheText(SqlDialect dialect) {
    for (String sql :
        List.of(
            "$",
            "$$",
            "'",
            "\"",
            "q'",
            "/*",
            "--",
            "E'\\",
            "[",
            "`a",
            "?-- x\r?",
            "u&'",
            "/*!",
            "é$é$",
            "*/",
            "#",
            "?/*?*/?")) {
      StringBuilder all = new StringBuilder();
      SqlLexer.tokens(sql, dialect).forEach(token -> all.append(token.text()));
      assertThat(all).hasToString(sql);
    }
  }

  @Test
  void theDialectIsThatOfTheDatabaseBehindWrappers() {
    assertThat(SqlDialect.of("jdbc:mysql://h/postgresql")).isEqualTo(SqlDialect.MYSQL);
    assertThat(SqlDialect.of("jdbc:mysql+srv://h/x")).isEqualTo(SqlDialect.MYSQL);
    assertThat(SqlDialect.of("jdbc:p6spy:mariadb://h/x")).isEqualTo(SqlDialect.MYSQL);
    assertThat(SqlDialect.of("postgres:embedded")).isEqualTo(SqlDialect.POSTGRESQL);
    assertThat(SqlDialect.of("jdbc:jtds:sqlserver://h/x")).isEqualTo(SqlDialect.SQLSERVER);
    assertThat(SqlDialect.of("jdbc:oracle:thin:@//h/x")).isEqualTo(SqlDialect.ORACLE);
    assertThat(SqlDialect.of("jdbc:h2:mem:x")).isEqualTo(SqlDialect.OTHER);
  }

  private static PreparedSql prepared(String sql, SqlDialect dialect) {
    return PreparedSql.parse(real(sql), GENERATORS, dialect);
  }

  /// The tables use `!` for `|`, which separates their columns.
  private static String real(String text) {
    return text.replace('^', '\n').replace("?!", "?|").replace(" !! ", " || ");
  }
}
