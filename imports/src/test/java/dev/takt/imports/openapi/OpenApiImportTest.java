package dev.takt.imports.openapi;

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
import org.junit.jupiter.params.provider.ValueSource;

class OpenApiImportTest {

  private static final String SHOP =
      """
      openapi: 3.0.3
      info: {title: Shop, version: '1'}
      servers: [{url: 'https://{env}.shop.example/v1/', variables: {env: {default: test}}}]
      security: [{key: []}]
      paths:
        /items/{id}:
          parameters: [{$ref: '#/components/parameters/id'}]
          get:
            operationId: getItem
            parameters:
              - {name: lang, in: query, schema: {type: string, enum: [de, en]}}
              - {name: page, in: query, schema: {type: integer}}
              - {name: size, in: query, required: true, schema: {type: integer, minimum: 10, maximum: 20}}
              - {name: X-Trace, in: header, required: true, example: 'a{b}', schema: {type: string}}
            responses: {'200': {content: {application/json: {}}}}
          delete:
            security: []
            responses: {'302': {}}
        /orders:
          post:
            operationId: order
            security: [{token: [a]}]
            requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
          put:
            requestBody: {content: {application/json: {examples: {one: {value: {n: 1.50}}}}}}
          patch:
            requestBody: {content: {application/x-www-form-urlencoded: {schema:
              {properties: {a: {example: 'x y'}, n: {type: integer}}}}}}
        /files:
          post:
            requestBody: {content: {multipart/form-data: {}}}
      components:
        parameters:
          id: {name: id, in: path, required: true, schema: {type: integer}}
        schemas:
          Order:
            allOf:
              - {properties: {id: {type: string, readOnly: true}, mail: {type: string, format: email}}}
              - type: object
                properties:
                  count: {type: integer, minimum: 1, maximum: 5}
                  gift: {type: boolean}
                  kinds: {type: array, items: {type: string, minLength: 3, maxLength: 4}}
                  parent: {$ref: '#/components/schemas/Order'}
        securitySchemes:
          key: {type: apiKey, in: header, name: X-Key}
          token: {type: oauth2}
      """;

  @TempDir private Path folder;

  private Imported read(String content, @Nullable String target) throws Exception {
    Path file = Files.writeString(folder.resolve("a.yaml"), content);
    return Imported.of(target, plan -> OpenApiImport.read(new ForeignFile(file, "a.yaml"), plan));
  }

  @Test
  void eachOperationIsOneOfThePlan() throws Exception {
    Imported imported = read(SHOP, null);
    assertThat(imported.plan().target().address()).isEqualTo("https://test.shop.example");
    assertThat(imported.names())
        .containsExactly(
            "getitem", "delete-items-id", "order", "put-orders", "patch-orders", "post-files");
    assertThat(imported.operation("getitem"))
        .containsEntry("path", "/v1/items/{uniform:1..100}?lang=de&size={uniform:10..20}")
        .containsEntry("header", List.of("X-Trace: a{{b}", "X-Key: x", "Accept: application/json"));
    assertThat(imported.operation("delete-items-id"))
        .containsEntry("method", "DELETE")
        .containsEntry("expect", "302")
        .doesNotContainKey("header");
    assertThat(String.valueOf(imported.operation("order").get("body")))
        .startsWith(
            "{\"mail\":\"{alpha:8}@example.com\",\"count\":{uniform:1..5},\"gift\":true,"
                + "\"kinds\":[\"{alpha:4}\"],\"parent\":{\"mail\":");
    assertThat(imported.operation("order"))
        .containsEntry(
            "header", List.of("Authorization: Bearer x", "Content-Type: application/json"));
    assertThat(imported.operation("put-orders")).containsEntry("body", "{\"n\":1.50}");
    assertThat(imported.operation("patch-orders"))
        .containsEntry("body", "a=x%20y&n={uniform:1..100}");
    assertThat(imported.needed().keySet()).containsExactly("KEY", "TOKEN");
    assertThat(imported.leftOut())
        .containsEntry(
            "optional parameters without an example", List.of("$.paths['/items/{id}'].get page"))
        .containsEntry(
            "bodies that are neither JSON nor a form, without an example",
            List.of("$.paths['/files'].post.requestBody"));
  }

  @Test
  void relativeServerNeedsATarget() throws Exception {
    String content = SHOP.replaceFirst("servers: .*", "servers: [{url: /v2}]");
    assertThat(read(content, "http://127.0.0.1:81").operation("put-orders"))
        .containsEntry("path", "/v2/orders");
    assertThatThrownBy(() -> read(content, null))
        .hasMessage("there is no request that can be imported");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "swagger: '2.0' | a.yaml: not an OpenAPI description; it looks like a Swagger 2.0 description: convert it to OpenAPI 3 first",
        "openapi: 4.0.0 | a.yaml: OpenAPI 4.0.0: only 3.x can be imported",
        "{\"log\": {}} | a.yaml: not an OpenAPI description; it looks like a HAR file (takt import har)",
        "<jmeterTestPlan> | a.yaml: not an OpenAPI description; it looks like a test plan of JMeter (takt import jmx)",
        "`a: &a [x]\nb: [*a, *a]` | a.yaml: line 2: an alias (*), which is not supported: write out what it stands for",
      })
  void wrongFileIsRefused(String content, String message) {
    assertThatThrownBy(() -> read(content, null))
        .isInstanceOf(ImportException.class)
        .hasMessage(message);
  }

  @Test
  void deepFileIsRefused() {
    assertThatThrownBy(() -> read("a: " + "[".repeat(5000), null))
        .isInstanceOf(ImportException.class)
        .hasMessage("a.yaml: line 1: nested deeper than 200 levels");
  }

  @Test
  void otherWaysToAuthenticateAreLeftOut() throws Exception {
    Imported imported =
        read(
            SHOP.replaceFirst(
                "security: \\[\\{token: \\[a]}]",
                "security: [{key: []}, {token: [], key: []}, {}]"),
            null);
    assertThat(String.valueOf(imported.operation("order").get("header")))
        .contains("X-Key: x")
        .doesNotContain("Bearer");
    assertThat(imported.leftOut())
        .containsEntry(
            "other ways to authenticate than the first one",
            List.of("$.paths['/orders'].post token and key", "$.paths['/orders'].post none"));
  }

  @Test
  void stylesOfParametersAreLeftOut() throws Exception {
    Imported imported =
        read(
            """
            openapi: 3.0.0
            paths:
              /a/{p}:
                get:
                  operationId: a
                  parameters:
                    - {name: p, in: path, required: true, style: matrix, example: 1, schema: {type: integer}}
                    - {name: many, in: query, example: [a, b], schema: {type: array, items: {}}}
                    - {name: one, in: query, example: [a], schema: {type: array, items: {}}}
                    - {name: commas, in: query, explode: false, example: [a, b], schema: {type: array, items: {}}}
                    - {name: deep, in: query, example: {a: 1}, schema: {type: object}}
                    - {name: X-List, in: header, example: [a, b], schema: {type: array, items: {}}}
            """,
            "http://127.0.0.1:81");
    assertThat(imported.operation("request"))
        .containsEntry("path", "/a/1?many=a%2Cb&one=a&commas=a%2Cb&deep=%7B%22a%22%3A1%7D");
    assertThat(imported.leftOut())
        .containsExactly(
            Map.entry(
                "styles of parameters: lists are written with commas, objects as JSON",
                List.of(
                    "$.paths['/a/{p}'].get p",
                    "$.paths['/a/{p}'].get many",
                    "$.paths['/a/{p}'].get deep")));
  }

  @Test
  void nameOfASchemeIsNoKeyOfThePlan() throws Exception {
    String name = "\"a\\nspawn: sh -c id\\n#\"";
    Imported imported =
        read(
            "openapi: 3.0.3\nservers: [{url: 'http://x.example'}]\nsecurity: [{"
                + name
                + ": []}]\npaths: {/a: {get: {}}}\ncomponents: {securitySchemes: {"
                + name
                + ": {type: http, scheme: bearer}}}\n",
            null);
    assertThat(imported.yaml())
        .contains("# Needs A_SPAWN_SH_C_ID: the token of a?spawn: sh -c id?#\n");
    assertThat(imported.yaml().lines()).noneMatch(line -> line.startsWith("spawn"));
  }

  /// Otherwise the run would send a file of the user to the server.
  @Test
  void exampleIsNoNameOfAFile() throws Exception {
    Imported imported =
        read(
            """
            openapi: 3.0.3
            servers: [{url: 'http://x.example'}]
            paths:
              /a: {post: {requestBody: {content: {text/plain: {example: '@/etc/hostname'}}}}}
              /b: {post: {requestBody: {content: {application/json: {example: '@/etc/hostname'}}}}}
            """,
            null);
    assertThat(imported.operation("post-a")).containsEntry("body", "@@/etc/hostname");
    assertThat(imported.operation("post-b")).containsEntry("body", "@@/etc/hostname");
  }

  /// A few lines can stand for more values than any memory has.
  @ParameterizedTest
  @ValueSource(strings = {"properties", "allOf"})
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void schemaThatGrowsIsRefused(String key) {
    StringBuilder members = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      members
          .append(i == 0 ? "" : ", ")
          .append(key.equals("allOf") ? "" : "p" + i + ": ")
          .append("{$ref: '#/components/schemas/S'}");
    }
    String content =
        """
        openapi: 3.0.3
        servers: [{url: 'http://x.example'}]
        paths:
          /a: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/S'}}}}}}
        components:
          schemas:
            S: {KEY: MEMBERS}
        """;
    String all = key.equals("allOf") ? "[" + members + "]" : "{" + members + "}";
    assertThatThrownBy(() -> read(content.replace("KEY", key).replace("MEMBERS", all), null))
        .isInstanceOf(ImportException.class)
        .hasMessageStartingWith("the plan would be larger than 1 MiB");
  }

  @Test
  void listOfItselfEnds() throws Exception {
    Imported imported =
        read(
            """
            openapi: 3.0.3
            servers: [{url: 'http://x.example'}]
            paths:
              /a: {get: {parameters: [{name: n, in: query, required: true, schema: {$ref: '#/components/schemas/S'}}]}}
            components: {schemas: {S: {type: array, items: {$ref: '#/components/schemas/S'}}}}
            """,
            null);
    assertThat(imported.operation("request")).containsEntry("path", "/a?n=");
  }
}
