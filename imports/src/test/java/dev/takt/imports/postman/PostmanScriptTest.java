package dev.takt.imports.postman;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostmanScriptTest {

  /// Lines are divided by `~`.
  private static PostmanScript script(String text) {
    return PostmanScript.of(List.of(text.split("~", -1)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '`',
      value = {
        "pm.response.to.have.status(201); | 201",
        "pm.test('a', function () {~pm.response.to.have.status(201)~}); | 201",
        "pm.test('a', () => pm.response.to.have.status(201)); | 201",
        "pm.expect(pm.response.code).to.eql(204); | 204",
        "pm.expect(pm.response.code).to.be.equal(204); | 204",
        "pm.expect(pm.response.code).to.be.oneOf([200, 201]); | 200,201",
        "tests['a'] = responseCode.code === 201; | 201",
        "tests['a'] = (responseCode.code === 200) || responseCode.code == 201; | 200,201",
        "pm.response.to.be.ok; | 200",
        "pm.response.to.be.success; | ``",
        "// pm.response.to.have.status(404) | ``",
        "/* pm.response.to.have.status(404);~ */ console.log('x', responseCode.code === 404); | ``",
        "'use strict';~~;pm.test('x', function () {}); | ``",
      })
  void statusIsExpected(String text, String expect) {
    assertThat(script(text).expect()).isEqualTo(expect);
    assertThat(script(text).others()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "if (responseCode.code === 401) {~postman.setNextRequest('login');~} | 1",
        "~if (x) {~pm.response.to.have.status(404);~} | 2",
        "for (var i in x)~{ pm.environment.set('a', pm.response.json().a); } | 1",
        "x && pm.response.to.have.status(404); | 1",
        "var f = function () {~pm.response.to.have.status(404);~}; | 1",
        "pm.expect(pm.response.code).to.not.eql(404); | 1",
        "pm.expect(x).to.eql(404); | 1",
        "tests['a'] = responseCode.code === 200 && x; | 1",
        "pm.response.to.have.status('OK'); | 1",
        "pm.environment.set('a', x.a); | 1",
        "pm.environment.set('a', pm.response.json()); | 1",
        "pm.environment.set('status', pm.response.json().a); | 1",
        "pm.environment.set('seq', pm.response.json().a); | 1",
        "pm.environment.set('rows', pm.response.json().a); | 1",
        "pm.environment.set('true', pm.response.json().a); | 1",
        "pm.environment.set('_a', pm.response.json().a); | 1",
        "pm.environment.set('n', pm.response.json().items.length); | 1",
        "pm.environment.set('n', pm.response.json().items['length']); | 1",
        "this is ~ no script | 1,2",
      })
  void whatIsNotUnderstoodIsListed(String text, String lines) {
    PostmanScript script = script(text);
    assertThat(script.expect()).isEmpty();
    assertThat(script.extract()).isEmpty();
    assertThat(script.others())
        .map(String::valueOf)
        .containsExactlyElementsOf(List.of(lines.split(",", -1)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pm.environment.set('a', pm.response.json().b[0].c); | $.b[0].c",
        "var x = JSON.parse(responseBody);~postman.setGlobalVariable('a', x['b'].c); | $.b.c",
        "const x = pm.response.json(), y = x.b;~pm.globals.set('a', y.c); | $.b.c",
        "let x;~x = pm.response.json();~pm.variables.set('a', (x.b)); | $.b",
        "pm.environment.set('a', pm.response.json()[0]['b c'].$d); | $[0]['b c']['$d']",
      })
  void memberOfTheAnswerIsExtracted(String text, String path) {
    PostmanScript script = script(text);
    assertThat(script.extract()).containsOnlyKeys("a").containsEntry("a", path);
    assertThat(script.others()).isEmpty();
  }

  @Test
  void deepScriptIsListed() {
    PostmanScript script = script("x" + ".a".repeat(200_000));
    assertThat(script.expect()).isEmpty();
    assertThat(script.others()).containsExactly(1);
  }

  @Test
  void secondStatusIsListed() {
    PostmanScript script =
        script("pm.response.to.have.status(200);~pm.response.to.have.status(201);");
    assertThat(script.expect()).isEqualTo("200");
    assertThat(script.others()).containsExactly(2);
  }
}
