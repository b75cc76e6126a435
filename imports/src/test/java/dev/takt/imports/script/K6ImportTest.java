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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
