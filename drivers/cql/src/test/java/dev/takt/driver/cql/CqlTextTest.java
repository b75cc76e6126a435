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
