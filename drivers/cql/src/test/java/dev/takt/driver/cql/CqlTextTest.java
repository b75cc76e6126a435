package dev.takt.driver.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.driver.cql.type.CqlType.Native;
import dev.takt.driver.cql.type.ValueWriter;
import dev.takt.load.workload.Generators;
import dev.takt.load.workload.Template;
import dev.takt.runs.trace.TraceContext;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CqlTextTest {

  private static String text(Template template, long n) {
    ByteBuffer out = ByteBuffer.allocate(200);
    template.render(1, n, out);
    return new String(out.array(), 0, out.position(), StandardCharsets.UTF_8);
  }

  private static List<String> values(CqlText cql) {
    return cql.parameters().stream().map(each -> text(each.template(), 7)).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "SELECT * FROM t|SELECT * FROM t|[]",
        "SELECT * FROM t WHERE k = {seq}|SELECT * FROM t WHERE k = ?|[7]",
        "WHERE k IN ({seq}, {seq})|WHERE k IN (?, ?)|[7, 7]",
        "k = 'user-{seq}'|k = ?|[user-7]",
        "k = 'it''s {seq}' AND v = 'a''b'|k = ? AND v = 'a''b'|[it's 7]",
        "b = 0x0{seq}|b = ?|[0x07]",
        "b = 0XAB0{seq}|b = ?|[0xAB07]",
        "s = {'a', 't{seq}'}|s = ?|[{'a', 't7'}]",
        "l = ['{seq}', 'x]']|l = ?|[['7', 'x]']]",
        "l = [1, 2] AND k = {seq}|l = [1, 2] AND k = ?|[7]",
        "m['a'] = {seq}|m['a'] = ?|[7]",
        "m['k{seq}'] = 1|m[?] = 1|[k7]",
        "m = {'a': {seq}}|m = ?|[{'a': 7}]",
        "u = {{street: '{seq}'}|u = ?|[{street: '7'}]",
        "\"A b\" = {seq} -- {{x}|\"A b\" = ? -- {x}|[7]",
        "LIMIT {seq};|LIMIT ?;|[7]",
        "v = $$it's$$ AND k = {seq}|v = $$it's$$ AND k = ?|[7]",
      })
  void placeholdersBecomeParameters(String cql, String text, String values) {
    CqlText parsed = CqlText.parse(cql, Generators.NONE);
    assertThat(parsed.text()).isEqualTo(text);
    assertThat(values(parsed)).hasToString(values);
  }

  @Test
  void equalPlaceholdersHaveValuesOfTheirOwn() {
    CqlText cql =
        CqlText.parse("a = {uniform:1..1000000} AND b = {uniform:1..1000000}", Generators.NONE);
    assertThat(values(cql).get(0)).isNotEqualTo(values(cql).get(1));
    CqlText named = CqlText.parse("a = {key} AND b = 'x{key}'", Generators.NONE);
    assertThat(values(named).get(1)).isEqualTo("x" + values(named).get(0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "k = ?|a ? has no value",
        "k{seq} = 1|a part of a name or a number",
        "k = 1{seq}|a part of a name or a number",
        "k = 1.{seq}|a part of a name or a number",
        "k = {seq}.5|a part of a name or a number",
        "k = 'a{seq}|the quote at column 5 is not closed",
        "\"k{seq}\" = 1|a placeholder in a quoted name",
        "a = 1 /* {seq} */|a placeholder in a comment",
        "a = 1 /* x|is not closed",
        "a = [1, {seq}|the [ at column 5 is not closed",
        "a = $$ {seq} $$|a placeholder in a string in $$",
        "a = {nonsense}|placeholder {nonsense} is not known",
      })
  void whatCannotBeBound(String cql, String message) {
    assertThatThrownBy(() -> CqlText.parse(cql, Generators.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  /// A bound value is no name: the server would see a syntax error.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "SELECT * FROM {env.N}.items",
        "SELECT * FROM ks.{env.N} WHERE k = {seq}",
        "SELECT * FROM ks . {env.N}",
        "select * from {env.N}",
        "SELECT {env.N} FROM t",
        "SELECT a, {env.N}, b FROM t",
        "SELECT DISTINCT {env.N} FROM t",
        "SELECT JSON {env.N} FROM t",
        "SELECT a AS {env.N} FROM t",
        "SELECT {env.N}(a) FROM t",
        "SELECT * FROM t WHERE {env.N} = 1",
        "SELECT * FROM t WHERE a = {seq} AND {env.N} IN (1, 2)",
        "SELECT * FROM t WHERE a = 1 AND {env.N}>= 1",
        "SELECT * FROM t WHERE a = 1 ORDER BY {env.N} DESC",
        "INSERT INTO {env.N} (a) VALUES (1)",
        "INSERT INTO t (a, {env.N}) VALUES (1, 2)",
        "INSERT INTO t ({env.N}) VALUES (1)",
        "UPDATE {env.N} SET a = 1",
        "UPDATE t SET {env.N} = 1",
        "UPDATE t SET a = 1, {env.N} += 1",
        "UPDATE t SET a = 1, {env.N}['x'] = 1",
        "DELETE {env.N} FROM t WHERE k = 1",
        "BEGIN BATCH INSERT INTO t (a) VALUES ({seq}); INSERT INTO {env.N} (a) VALUES (1)",
        "SELECT * FROM {seq}",
      })
  void placeholderInThePlaceOfANameIsRefused(String cql) {
    assertThatThrownBy(() -> withName(cql, "secret"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a placeholder in the place of a name cannot be bound: write the name of the keyspace,"
                + " table or column itself");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "SELECT f(a, {env.N}), (int){env.N}, a + {env.N} FROM t LIMIT {seq}",
        "SELECT * FROM t WHERE token(k) > token({env.N}) AND k IN ({env.N}, {seq})",
        "SELECT * FROM t WHERE (a, b) >= ({env.N}, {seq}) AND c CONTAINS KEY {env.N}",
        "SELECT * FROM t WHERE k IN {env.N} PER PARTITION LIMIT {env.N} ALLOW FILTERING",
        "SELECT a FROM \"T\" WHERE \"A\" = {env.N} ORDER BY v ANN OF {env.N} LIMIT 3",
        "INSERT INTO t (a, b) VALUES ({env.N}, f({seq})) IF NOT EXISTS USING TTL {env.N}",
        "INSERT INTO \"T\" (\"A\", b) VALUES ({env.N}, {seq})",
        "INSERT INTO t JSON '{env.N}'",
        "INSERT INTO t JSON {env.N}",
        "UPDATE t USING TTL {env.N} AND TIMESTAMP {seq} SET a = {env.N} + a, b[{seq}] = {env.N}",
        "UPDATE t SET a += {env.N}, b = {seq} WHERE k = {env.N} IF c != {env.N} AND d = {seq}",
        "DELETE a[{env.N}] FROM t USING TIMESTAMP {seq} WHERE k = {env.N}",
        "BEGIN BATCH USING TIMESTAMP {seq} INSERT INTO t (a) VALUES ({env.N}); APPLY BATCH",
      })
  void valuesAreNoNames(String cql) {
    assertThat(withName(cql, "x").text()).isEqualTo(cql.replaceAll("'?\\{[a-z.N]+}'?", "?"));
  }

  private static CqlText withName(String cql, String value) {
    return CqlText.parse(cql, new Generators(Map.of(), new TraceContext(0, 0), Map.of("N", value)));
  }

  /// No value of the environment is CQL, wherever it stands.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "k = {env.N}|k = ?|[O'Brien' --, x]",
        "k = '{env.N}'|k = ?|[O'Brien' --, x]",
        "k = 'it''s {env.N} {seq}'|k = ?|[it's O'Brien' --, x 7]",
        "k = '{seq}{env.N}{seq}'|k = ?|[7O'Brien' --, x7]",
        "k = {seq} AND v = {env.N}|k = ? AND v = ?|[7, O'Brien' --, x]",
        "l = ['{env.N}', '{seq}']|l = ?|[['O''Brien'' --, x', '7']]",
        "m['{env.N}'] = 1|m[?] = 1|[O'Brien' --, x]",
      })
  void valuesOfTheEnvironmentAreBound(String cql, String text, String values) {
    CqlText parsed = withName(cql, "O'Brien' --, x");
    assertThat(parsed.text()).isEqualTo(text);
    assertThat(values(parsed)).hasToString(values);
  }

  @Test
  void aCollectionHasNumbersOfTheEnvironmentWithoutQuotes() {
    assertThat(values(withName("l = [{env.N}, 2]", "-1.5e3"))).containsExactly("[-1.5e3, 2]");
    assertThatThrownBy(() -> withName("l = [{env.N}, 2]", "1, 2"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the value of {env.N} cannot be in a collection without quotes: write '{env.N}'");
  }

  @ParameterizedTest
  @CsvSource({"SELECT \"{env.N}\"", "k = 1 /* {env.N} */", "k = $$ {env.N} $$", "k{env.N} = 1"})
  void valuesOfTheEnvironmentAreNoPartOfTheStatement(String cql) {
    assertThatThrownBy(() -> withName(cql, "secret"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot be bound")
        .hasMessageNotContaining("secret");
  }

  @Test
  void aVariableThatIsNotSetIsNamed() {
    assertThatThrownBy(() -> withName("k = {env.X}", "secret"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("column 5: placeholder {env.X}: the environment variable X is not set");
  }

  @Test
  void noMessageHasAValueOfTheEnvironment() {
    ValueWriter number =
        withName("k = {env.N}", "secret").parameters().getFirst().writer(Native.INT);
    assertThatThrownBy(() -> number.put(1, 7, ByteBuffer.allocate(200)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not a value of type int: a text with env.N")
        .hasNoCause();
    ByteBuffer out = ByteBuffer.allocate(200);
    withName("k = {env.N}", "12").parameters().getFirst().writer(Native.INT).put(1, 7, out);
    assertThat(out.flip()).isEqualTo(ByteBuffer.allocate(8).putInt(4).putInt(12).flip());
  }
}
