package dev.takt.imports.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.imports.Imported;
import dev.takt.imports.file.ForeignFile;
import dev.takt.imports.plan.ImportException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class K6ImportTest {

  private static final String SHOP =
      """
      import http from 'k6/http'
      import { check, group, sleep } from "k6";
      import { Trend } from 'k6/metrics';

      export const options = {
        scenarios: { buy: { executor: 'ramping-arrival-rate', startRate: 0, maxVUs: 9,
          stages: [{ target: 100, duration: '30s' }, { target: 100, duration: '1m' }] } },
        thresholds: {},
      };
      const BASE = __ENV.BASE || 'http://127.0.0.1:8080';
      const text = 'export default import';

      export default function () {
        const res = http.post(`${BASE}/login`, JSON.stringify({ user: 'anna', password: 's3cret', n: 3 }), {
          headers: { 'X-A': '1' }, tags: { name: 'Log in' }, timeout: '3s',
        });
        check(res, {
          ok: (r) => r.status === 201 && r.body.includes('token'),
          fast: (r) => r.timings.duration < 200,
        });
        const token = res.json('data.token');
        sleep(1.5);
        group('Browse it', function () {
          const items = http.get(`${BASE}/items?t=${token}`, { headers: { Authorization: `Bearer ${token}` } });
          sleep(Math.random() * 2 + 1);
          http.del(BASE + '/items/' + items.json().list[0].id,);
        });
        if (Math.random() < 0.5) {
          http.get(`${BASE}/maybe`);
        }
        http.get(`${BASE}/x/${__VU}`);
        last();
      }
      function last() { http.post(BASE + '/form', { a: 'x y' }, null) }
      """;

  @TempDir private Path folder;

  private Imported read(String content) throws Exception {
    Path file = Files.writeString(folder.resolve("a.js"), content);
    return Imported.of(plan -> K6Import.read(new ForeignFile(file, "a.js"), plan));
  }

  private Imported withOptions(String options) throws Exception {
    return read(
        "import http from 'k6/http';\nexport const options = "
            + options
            + ";\nexport default () => { http.get('http://x.example/'); };");
  }

  @Test
  void defaultFunctionIsAJourney() throws Exception {
    Imported imported = read(SHOP);
    assertThat(imported.names())
        .containsExactly(
            "script.log-in", "script.items", "script.delete-items", "script.post-form");
    assertThat(imported.yaml())
        .isEqualTo(
            """
            # Made of a test by takt import.
            # Needs PASSWORD: the value of password
            target: http://127.0.0.1:8080
            duration: 90s
            follow-redirects: true
            schedule: "ramp 0/s..100/s 30s, hold 100/s 60s"
            journeys:
              script:
                steps:
                - log-in:
                    path: /login
                    header: "X-A: 1"
                    body: "{\\"user\\":\\"anna\\",\\"password\\":\\"{env.PASSWORD}\\",\\"n\\":3}"
                    expect: 201
                    check:
                    - body contains "token"
                    extract:
                      token: $.data.token
                - think: 1s500ms
                - group:
                    name: browse-it
                    steps:
                    - items:
                        path: "/items?t={token}"
                        header: "Authorization: Bearer {token}"
                        extract:
                          id: "$.list[0].id"
                    - think:
                        uniform: 1s..3s
                    - delete-items:
                        method: DELETE
                        path: "/items/{id}"
                - post-form:
                    path: /form
                    header: "Content-Type: application/x-www-form-urlencoded"
                    body: a=x%20y
            """);
    assertThat(imported.leftOut())
        .containsOnly(
            Map.entry("other modules", List.of("line 3 k6/metrics")),
            Map.entry("variables that have a default: the default", List.of("__ENV.BASE")),
            Map.entry("the option thresholds", List.of("line 5")),
            Map.entry("the setting maxVUs of the scenario buy", List.of("line 5")),
            Map.entry("the parameter timeout of requests", List.of("line 14")),
            Map.entry("checks", List.of("line 19 fast")),
            Map.entry("statements such as if", List.of("line 28")),
            Map.entry("requests that are lost with line 28", List.of("line 29 http.get")),
            Map.entry("requests whose URL is computed", List.of("line 31")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ vus: 7, duration: '1m30s' } | duration: 90s | users: 7",
        "{ vus: 7, iterations: 70 } | count: 70 | users: 7",
        "{ stages: [{ target: 5, duration: '10s' }, { target: 0, duration: '5s' }] } | duration: 15s | users: 5",
        "{ scenarios: { a: { executor: 'constant-vus', vus: 3, duration: '4s' } } } | duration: 4s | users: 3",
        "{ scenarios: { a: { executor: 'constant-arrival-rate', rate: 90, duration: '4s' } } } | duration: 4s | rate: 90/s",
        "{ scenarios: { a: { executor: 'constant-arrival-rate', rate: 30, timeUnit: '1m', duration: '1h' } } } | duration: 3600s | rate: 30/m",
        "{} | count: 1 | users: 1",
      })
  void optionsAreTheLoad(String options, String first, String second) throws Exception {
    Imported imported = withOptions(options);
    assertThat(imported.plan().operationNames()).containsExactly("script.home");
    assertThat(imported.yaml()).contains(first + "\n", second + "\n");
  }

  @Test
  void optionsOfAVariableAreTheLoad() throws Exception {
    Imported imported =
        read(
            BEGIN
                + "const all = { vus: 7, duration: '4s' };\nexport const options = all;\n"
                + "export default () => { http.get(B + '/a'); };");
    assertThat(imported.yaml()).contains("users: 7\n", "duration: 4s\n");
    assertThat(
            read(BEGIN + "export const options = x;\nexport default () => { http.get(B); }")
                .leftOut())
        .containsOnly(Map.entry("values that are computed", List.of("line 3")));
  }

  @Test
  void functionsAreFoundByAllKindsOfExports() throws Exception {
    String get = "{ http.get('http://x.example/a'); }";
    String begin = "import http from 'k6/http';\n";
    for (String each :
        List.of(
            "export default function main() " + get,
            "export default async function () { await http.get('http://x.example/a'); }",
            "function main() " + get + "\nexport default main;",
            "function main() " + get + "\nexport { main as default };",
            "export function main() "
                + get
                + "\nexport let options = { scenarios: { a: { executor: 'constant-vus', exec: 'main' } } }")) {
      assertThat(read(begin + each).yaml()).as(each).contains("    - a:\n        path: /a\n");
    }
  }

  @Test
  void batchIsOneRequestAfterTheOther() throws Exception {
    Imported imported =
        read(
            """
            import http from 'k6/http';
            export default async () => {
              const all = http.batch(['http://x.example/a', ['POST', 'http://x.example/b', { c: 'd' }],
                { method: 'PUT', url: 'http://x.example/e', body: 'f', params: { tags: { name: 'g' } } }]);
              check(all[1], { ok: (r) => r.status === 201 });
              await Promise.all([]).then(async (x) => x);
            };
            """);
    assertThat(imported.names()).containsExactly("script.a", "script.post-b", "script.g");
    assertThat(imported.operation("script.post-b"))
        .containsEntry("body", "c=d")
        .containsEntry("expect", "201");
    assertThat(imported.operation("script.g")).containsEntry("method", "PUT");
    assertThat(imported.leftOut())
        .containsEntry("requests that k6 sends at once: one after the other", List.of("line 3"));
  }

  private static final String BEGIN =
      "import http from 'k6/http';\nconst B = 'http://x.example';\n";

  private Imported journey(String body) throws Exception {
    return read(BEGIN + "export default () => {\n" + body + "\n};");
  }

  private static List<Object> paths(Imported imported) {
    return imported.plan().target().operations().stream()
        .map(each -> each.properties().getOrDefault("path", "-"))
        .toList();
  }

  @Test
  void twoAnswersHaveTwoNames() throws Exception {
    Imported inline =
        journey(
            """
            const u = http.get(B + '/me'); const c = http.post(B + '/carts');
            http.get(`${B}/users/${u.json('id')}/carts/${c.json('id')}`);
            http.get(B + '/again/' + u.json('id'));
            """);
    assertThat(paths(inline))
        .containsExactly("/me", "/carts", "/users/{id}/carts/{id_2}", "/again/{id}");
    assertThat(inline.yaml()).contains("id: $.id", "id_2: $.id");
    Imported variable =
        journey(
            """
            const u = http.get(B + '/same'); const id = u.json('id');
            const c = http.get(B + '/same'); http.get(`${B}/carts/${c.json('id')}`);
            http.get(B + '/users/' + id);
            """);
    assertThat(paths(variable)).containsExactly("/same", "/same", "/carts/{id}", "/users/{id_2}");
  }

  @Test
  void namesAreThoseOfTheirFunctionAndBlock() throws Exception {
    Imported imported =
        read(
            BEGIN
                + """
                const url = B + '/a';
                let next = B + '/never', res;
                function login() {
                  const url = B + '/login', next = 1;
                  res = http.post(url);
                }
                const show = () => { http.get(url); };
                export default function (res) {
                  const B = 'http://x.example/inner';
                  login();
                  http.get(url);
                  { const url = B + '/block'; var late = B + '/late'; http.get(url); show(); }
                  http.get(url);
                  http.get(late);
                  next = B + '/next';
                  after();
                  function after() { http.get(next); }
                  http.get(res.url);
                  last();
                }
                function last() { http.get(B + '/last/' + res.json('id')); }
                """);
    assertThat(paths(imported))
        .containsExactly(
            "/login", "/a", "/inner/block", "/a", "/a", "/inner/late", "/inner/next", "/last/{id}");
    assertThat(imported.leftOut())
        .containsOnly(Map.entry("requests whose URL is computed", List.of("line 20")));
    assertThat(imported.operation("script.post-login")).isNotEmpty();
    assertThat(imported.yaml())
        .contains(
            "    - post-login:\n        method: POST\n        path: /login\n        extract:");
  }

  @Test
  void whatIsLostIsNotKnownAnyMore() throws Exception {
    Imported imported =
        journey(
            """
            let a = B + '/a', b = B + '/b', c = B + '/c', d = B + '/d', n = 1;
            if (x) { a = B + '/other'; let b; b = 1; for (const i in x) {} }
            c += '/c';
            n++;
            http.get(a); http.get(b); http.get(c); http.get(B + '/' + n); http.get(d);
            { const [d2, { e: d }] = x; http.get(d); }
            try { throw y } catch (e) { d = 1 } finally { }
            switch (x) { case 1: break; default: d = 2; }
            for (let i = 0; i < 3; i++) { while (false) { continue; } }
            """);
    assertThat(paths(imported)).containsExactly("/b", "/d");
  }

  @Test
  void requestsOfFunctionsThatAreLostAreListed() throws Exception {
    Imported imported =
        read(
            BEGIN
                + """
                let token = 'old';
                function login(user) { inner(user); token = 'new'; }
                const inner = (user) => http.post(B + '/login', user);
                export default () => {
                  login('anna');
                  http.get(B + '/b'); http.get(B + '/' + token);
                };
                const made = http.get(B);
                """);
    assertThat(paths(imported)).containsExactly("/b");
    assertThat(imported.leftOut())
        .containsOnly(
            Map.entry("calls of other functions", List.of("line 7")),
            Map.entry("requests that are lost with line 7", List.of("line 5 http.post")),
            Map.entry("requests whose URL is computed", List.of("line 8")),
            Map.entry("statements of the whole script", List.of("line 10")),
            Map.entry("requests that are lost with line 10", List.of("line 10 http.get")));
  }

  @Test
  void extractedValueIsATextInJsonAndIsListed() throws Exception {
    Imported imported =
        journey(
            """
            const res = http.get(B + '/a');
            http.post(B + '/b', JSON.stringify({ id: res.json('id'), t: 'x-' + res.json('t') }));
            """);
    assertThat(imported.operation("script.post-b"))
        .containsEntry("body", "{\"id\":\"{id}\",\"t\":\"x-{t}\"}");
    assertThat(imported.leftOut())
        .containsOnly(
            Map.entry("the type of extracted values in JSON: a text", List.of("line 5 {id}")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'/items/' + (res.json('id') + 1) | -",
        "'/items/' + (res.json('id') + res.json('n')) | -",
        "'/items/' + (1 + id) | -",
        "'/items/' + (true + 1) | -",
        "'/items/' + res.json('id') + 1 | /items/{id}1",
        "'/items/' + (1 + 1) + id | /items/2{id}",
        "'/items/' + res.json().list[0].id | /items/{id}",
        "'/items/' + user.id | /items/{id}",
        "'/items/' + res.json('list').length | -",
        "'/items/' + res.json('list')['length'] | -",
      })
  void additionOfAnExtractedValueIsComputed(String url, String path) throws Exception {
    Imported imported =
        journey(
            "const res = http.get(B + '/a'), id = res.json('id'), user = res.json('user');\n"
                + "http.get(B + "
                + url
                + ");");
    assertThat(paths(imported)).isEqualTo(path.equals("-") ? List.of("/a") : List.of("/a", path));
    assertThat(imported.leftOut().containsKey("requests whose URL is computed"))
        .isEqualTo(path.equals("-"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "res.json('0.id') | $[0].id",
        "res.json('a.0.1') | $.a[0][1]",
        "res.json('1st.b') | $['1st'].b",
        "res.json()[0].id | $[0].id",
        "res.json().$id | $['$id']",
        "res.json()[\"it's\"] | $['it\\'s']",
        "JSON.parse(res.body).a | $.a",
        "(res.json('a')).b | $.a.b",
        "res.json('list.length') | $.list.length",
      })
  void whatIsReadIsAJsonPath(String read, String path) throws Exception {
    Imported imported =
        journey("const res = http.get(B + '/a'); const v = " + read + "; http.get(B + '/' + v);");
    assertThat(imported.operation("script.home")).containsEntry("path", "/{v}");
    boolean isPlain = path.matches("[$.a-z]+");
    String quoted = '"' + path.replace("\\", "\\\\") + '"';
    assertThat(imported.yaml()).contains("v: " + (isPlain ? path : quoted) + "\n");
  }

  /// Each is some lines of script that stand for more text than any memory has.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http.post(B, JSON.stringify(a40));",
        "http.post(B, JSON.stringify(JSON.stringify(a40)));",
        "let t = 'x'; DOUBLE http.post(B, t);",
        "let t = 'x'; MIB http.post(B, `MANY`);",
        "f40();",
      })
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void textBeyondTheBudgetIsRefused(String statement) {
    StringBuilder script =
        new StringBuilder(BEGIN + "const a0 = {n: 1};\nfunction f0() { x(); }\n");
    for (int i = 0; i < 40; i++) {
      String next = String.valueOf(i + 1);
      script.append("const a" + next + " = {x: a" + i + ", y: a" + i + "};\n");
      script.append("function f" + next + "() { f" + i + "(); f" + i + "(); f" + i + "(); }\n");
    }
    String body =
        statement
            .replace("DOUBLE", "t = t + t; ".repeat(40))
            .replace("MIB", "t = t + t; ".repeat(20))
            .replace("MANY", "${t}".repeat(3000));
    script.append("export default () => { http.get(B + '/'); " + body + " };");
    assertThatThrownBy(() -> read(script.toString()))
        .isInstanceOf(ImportException.class)
        .hasMessageStartingWith("the plan would be larger than 1 MiB");
  }

  /// The options are not texts of the plan.
  @ParameterizedTest
  @ValueSource(strings = {"executor: a40", "executor: 'constant-vus', duration: a40", "rate: a40"})
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void hugeOptionIsNotWrittenOut(String setting) throws Exception {
    StringBuilder script = new StringBuilder(BEGIN + "const a0 = {n: 1};\n");
    for (int i = 0; i < 40; i++) {
      script.append("const a" + (i + 1) + " = {x: a" + i + ", y: a" + i + "};\n");
    }
    script.append("const all = { scenarios: { s: { " + setting + " } } };\n");
    script.append("export const options = all;\nexport default () => { http.get(B + '/a'); };");
    assertThat(read(script.toString()).names()).containsExactly("script.a");
  }

  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void longSumIsReadOnce() throws Exception {
    String sum = "'/a'" + " + 'b'".repeat(200);
    assertThat(paths(journey("http.get(B + " + sum + ");")))
        .containsExactly("/a" + "b".repeat(200));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`import http from 'k6/http';\nhttp.get('http://x/' ;` | a.js: line 2, column 22: not JavaScript that can be read (ES6) at ';'",
        "let a = 1; | a.js: not a script of k6: it imports no module of k6",
        "import http from 'k6/http'; | there is no request that can be imported",
      })
  void wrongFileIsRefused(String content, String message) {
    assertThatThrownBy(() -> read(content)).isInstanceOf(ImportException.class).hasMessage(message);
  }

  @Test
  void deepScriptIsRefused() {
    assertThatThrownBy(() -> read("import http from 'k6/http';\nlet a = " + "[".repeat(200_000)))
        .isInstanceOf(ImportException.class)
        .hasMessageStartingWith("a.js: ");
  }
}
