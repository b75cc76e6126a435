package dev.takt.imports.postman;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.imports.Imported;
import dev.takt.imports.file.ForeignFile;
import dev.takt.imports.plan.ImportException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostmanImportTest {

  private static final String COLLECTION =
      """
      {"info": {"name": "Shop", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
       "variable": [{"key": "base", "value": "https://{{host}}"}, {"key": "host", "value": "shop.example"},
         {"key": "apiSecret", "value": "s3cret"}],
       "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "{{token}}"}]},
       "item": [
         {"name": "Health", "request": "{{base}}/health"},
         {"name": "Order", "item": [
           {"name": "Log in", "event": [{"listen": "test", "script": {"exec": [
               "pm.test(\\"ok\\", function () {", "  pm.response.to.have.status(201);", "});",
               "const json = pm.response.json();",
               "pm.environment.set(\\"token\\", json.data.token);",
               "pm.expect(json.name).to.eql('x');"]}},
               {"listen": "prerequest", "script": {"exec": "pm.sendRequest('x')"}}],
             "request": {"method": "POST", "auth": {"type": "noauth"}, "url": {"raw": "{{base}}/login"},
               "body": {"mode": "raw", "raw": "{\\"user\\": \\"{{who}}\\", \\"password\\": \\"s3cret\\"}",
                 "options": {"raw": {"language": "json"}}}}},
           {"name": "In it", "item": [
             {"name": "Cart", "request": {"method": "GET", "header": [
                 {"key": "X-Id", "value": "{{$guid}}"}, {"key": "X-Off", "value": "1", "disabled": true}],
               "url": {"raw": "{{base}}/carts/:id?x={{apiSecret}}", "variable": [{"key": "id", "value": "7"}]}}}]},
           {"name": "Form", "request": {"method": "POST", "url": "{{base}}/form",
             "auth": {"type": "apikey", "apikey": [{"key": "key", "value": "X-Key"}, {"key": "value", "value": "s3cret2"}]},
             "body": {"mode": "urlencoded", "urlencoded": [{"key": "a b", "value": "c&{{who}}"}]}}},
           {"name": "Upload", "request": {"method": "POST", "url": "{{base}}/up", "body": {"mode": "formdata", "formdata": [{"key": "a"}]}}},
           {"name": "Elsewhere", "request": "https://other.example/"}
         ]}
       ]}
      """;

  @TempDir private Path folder;

  private Imported read(String content, @Nullable String environment) throws Exception {
    Path file = Files.writeString(folder.resolve("a.json"), content);
    ForeignFile values =
        environment == null
            ? null
            : new ForeignFile(Files.writeString(folder.resolve("e.json"), environment), "e.json");
    return Imported.of(plan -> PostmanImport.read(new ForeignFile(file, "a.json"), values, plan));
  }

  @Test
  void foldersAreJourneys() throws Exception {
    Imported imported = read(COLLECTION, null);
    assertThat(imported.plan().target().address()).isEqualTo("https://shop.example");
    assertThat(imported.names())
        .containsExactly("shop.health", "order.log-in", "order.cart", "order.form", "order.upload");
    assertThat(imported.operation("shop.health"))
        .containsEntry("header", List.of("Authorization: Bearer x"));
    assertThat(imported.yaml())
        .contains("token: $.data.token", "expect: 201")
        .doesNotContain("s3cret");
    assertThat(imported.operation("order.log-in"))
        .containsEntry("body", "{\"user\": \"x\", \"password\": \"x\"}")
        .containsEntry("header", List.of("Content-Type: application/json"));
    assertThat(imported.operation("order.cart"))
        .containsEntry("path", "/carts/7?x=x")
        .containsEntry(
            "header",
            List.of(
                "X-Id: {hex:8}-{hex:4}-4{hex:3}-a{hex:3}-{hex:12}",
                "Authorization: Bearer {token}"));
    assertThat(imported.operation("order.form"))
        .containsEntry("body", "a%20b=c%26x")
        .containsEntry(
            "header", List.of("X-Key: x", "Content-Type: application/x-www-form-urlencoded"));
    assertThat(imported.needed().keySet()).containsExactly("TOKEN", "WHO", "PASSWORD", "X_KEY");
    assertThat(imported.leftOut())
        .containsOnly(
            Map.entry("lines of scripts", List.of("$.item[1].item[0].event[0] line 6")),
            Map.entry(
                "what another folder or a later step extracts: an {env.NAME}, because a journey"
                    + " only knows what its own steps before have extracted",
                List.of("{{token}}")),
            Map.entry("scripts before a request", List.of("$.item[1].item[0].event[1]")),
            Map.entry("a body of several parts (form-data)", List.of("$.item[1].item[3]")),
            Map.entry(
                "a request to https://other.example: a plan has one target",
                List.of("$.item[1].item[4]")));
  }

  @Test
  void bodyWithoutPartsIsNone() throws Exception {
    String item =
        """
        {"item": [{"request": {"url": "http://x.example/", "body": {"mode": "formdata", "formdata": []}}}]}
        """;
    assertThat(read(item, null).leftOut()).isEmpty();
  }

  @Test
  void environmentHasValuesOfVariables() throws Exception {
    Imported imported =
        read(
            COLLECTION,
            """
            {"values": [{"key": "who", "value": "anna", "enabled": true},
              {"key": "host", "value": "127.0.0.1:8080"}, {"key": "token", "value": "t", "enabled": false}]}
            """);
    assertThat(imported.plan().target().address()).isEqualTo("https://127.0.0.1:8080");
    assertThat(imported.yaml()).contains("anna");
    assertThat(imported.needed()).containsKey("TOKEN").doesNotContainKey("WHO");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"log\": {}} | a.json: not a collection of Postman; it looks like a HAR file (takt import har)",
        "{\"requests\": [], \"order\": []} | a.json: a collection of the form 1.0: export it from Postman as 2.1",
        "{\"item\": [], \"info\": {}} | there is no request that can be imported",
        "{\"item\": [{\"request\": \"{{base}}/x\"}]} | there is no request that can be imported",
        "{\"item\": [ | a.json: line 1: not JSON: Unexpected end-of-input: expected close marker for Array",
      })
  void wrongFileIsRefused(String content, String message) {
    assertThatThrownBy(() -> read(content, null))
        .isInstanceOf(ImportException.class)
        .hasMessage(message);
  }

  @Test
  void deepFileIsRefusedWithItsLine() {
    assertThatThrownBy(() -> read("{\"item\":\n\n" + "[".repeat(600), null))
        .isInstanceOf(ImportException.class)
        .hasMessage("a.json: line 3: nested deeper than 500 levels");
    assertThatThrownBy(() -> read("{\"item\":\n" + "1".repeat(2000) + "}", null))
        .isInstanceOf(ImportException.class)
        .hasMessage("a.json: line 2: a number or a name that is too long");
  }

  @Test
  void unusualFormsAreTaken() throws Exception {
    Imported imported =
        read(
            """
            {"item": [{"event": {"listen": "test"}, "request": {"url": "x.example/:id", "header": "X-A: 1\\nX-B: {{b}}",
              "auth": {"type": "basic", "basic": {"username": "a", "password": "s3cret"}},
              "body": {"mode": "graphql", "graphql": {"query": "{a}", "variables": "{\\"n\\": 1}"}}}}]}
            """,
            null);
    assertThat(imported.operation("collection.step"))
        .containsEntry("path", "/x")
        .containsEntry("method", "GET")
        .containsEntry("body", "{\"query\":\"{{a}\",\"variables\":{\"n\": 1}}");
    assertThat(imported.yaml()).doesNotContain("s3cret");
  }

  @Test
  void nameOfAnApiKeyIsNoKeyOfThePlan() throws Exception {
    Imported imported =
        read(
            """
            {"item": [{"name": "a", "request": {"url": "http://x.example/", "auth": {"type": "apikey", "apikey": [
              {"key": "key", "value": "a\\nspawn: sh -c id\\n#"}, {"key": "value", "value": "v"},
              {"key": "in", "value": "query"}]}}}]}
            """,
            null);
    assertThat(imported.yaml())
        .contains("# Needs A_SPAWN_SH_C_ID: the value of a?spawn: sh -c id?#\n");
    assertThat(imported.yaml().lines()).noneMatch(line -> line.startsWith("spawn"));
  }

  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void variablesThatGrowAreRefused() {
    StringBuilder variables = new StringBuilder();
    for (char c = 'a'; c < 'k'; c++) {
      String value = ("{{" + (char) (c + 1) + "}}").repeat(100);
      variables.append("{\"key\": \"" + c + "\", \"value\": \"" + value + "\"}, ");
    }
    String content =
        """
        {"variable": [VARIABLES {"key": "k", "value": "x"}], "item": [{"request": "http://x.example/{{a}}"}]}
        """;
    assertThatThrownBy(() -> read(content.replace("VARIABLES", variables), null))
        .isInstanceOf(ImportException.class)
        .hasMessageStartingWith("the plan would be larger than 1 MiB");
  }
}
