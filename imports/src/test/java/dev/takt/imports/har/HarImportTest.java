package dev.takt.imports.har;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.imports.Imported;
import dev.takt.imports.file.ForeignFile;
import dev.takt.imports.plan.ImportException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HarImportTest {

  private static final String RECORDING =
      """
      {"log": {"version": "1.2", "creator": {"name": "x"}, "pages": [{"a": [1]}], "entries": [
        {"startedDateTime": "2026-01-01T10:00:00.000Z", "time": 100.5, "_resourceType": "document",
         "request": {"method": "GET", "url": "https://shop.example/", "httpVersion": "h2",
           "headers": [{"name": ":authority", "value": "shop.example"},
             {"name": "Accept", "value": "text/html"}, {"name": "cookie", "value": "sid=s3cret"}]},
         "response": {"status": 200, "headers": [], "content": {"mimeType": "text/html", "text": "<p>"}}},
        {"startedDateTime": "2026-01-01T10:00:00.120Z", "time": 20,
         "request": {"method": "GET", "url": "https://shop.example/logo.png?v=1", "headers": []},
         "response": {"status": 200, "content": {"mimeType": "image/png"}}},
        {"startedDateTime": "2026-01-01T10:00:00.130Z", "time": 20,
         "request": {"method": "GET", "url": "https://cdn.example/api", "headers": []},
         "response": {"status": 200, "content": {"mimeType": "application/json"}}},
        {"startedDateTime": "2026-01-01T10:00:02.600Z", "time": 50,
         "request": {"method": "POST", "url": "https://shop.example/login", "headers":
           [{"name": "Content-Type", "value": "application/json"}],
           "postData": {"mimeType": "application/json", "text": "{\\"user\\":\\"a\\",\\"password\\":\\"s3cret\\"}"}},
         "response": {"status": 302, "content": {}}},
        {"startedDateTime": "2026-01-01T10:00:02.660Z", "time": 50,
         "request": {"method": "GET", "url": "wss://shop.example/ws", "headers": []},
         "response": {"status": 101, "content": {}}},
        {"startedDateTime": "2026-01-01T10:00:02.700Z", "time": 50,
         "request": {"method": "POST", "url": "https://shop.example/form", "headers": [],
           "postData": {"params": [{"name": "a", "value": "b c"}]}},
         "response": {"status": 0, "content": {}}}
      ]}}
      """;

  @TempDir private Path folder;

  private Imported read(String content, boolean isAll, String... hosts)
      throws ImportException, IOException {
    Path file = Files.writeString(folder.resolve("a.har"), content);
    return Imported.of(
        plan -> HarImport.read(new ForeignFile(file, "a.har"), plan, List.of(hosts), isAll));
  }

  @Test
  void recordingIsAJourneyWithThinkTimes() throws Exception {
    Imported imported = read(RECORDING, false);
    assertThat(imported.names()).containsExactly("recording.home", "recording.post-login");
    assertThat(imported.yaml())
        .contains("- home:", "- think: 2s500ms\n", "expect: 302\n", "{env.PASSWORD}")
        .doesNotContain("s3cret", "authority");
    assertThat(imported.leftOut())
        .containsEntry("static resources, which --all takes", List.of("$.log.entries[1]"))
        .containsEntry(
            "a request to https://cdn.example: a plan has one target", List.of("$.log.entries[2]"))
        .containsEntry("what is no request of HTTP", List.of("$.log.entries[4]"))
        .containsEntry("a request without an answer", List.of("$.log.entries[5]"))
        .containsEntry("headers that Takt sets itself", List.of(":authority"))
        .containsEntry(
            "cookies: users of journeys send those that answers gave them",
            List.of("$.log.entries[0]"));
  }

  @Test
  void gapIsFromTheEndOfTheLastAnswerThatIsTaken() throws Exception {
    assertThat(read(RECORDING, true).yaml())
        .contains("- logo-png:", "- think: 2s460ms\n"); // 2.600 - (0.120 + 0.020)
  }

  @Test
  void hostIsChosen() throws Exception {
    Imported imported = read(RECORDING, false, "cdn.example");
    assertThat(imported.plan().target().address()).isEqualTo("https://cdn.example");
    assertThat(imported.names()).containsExactly("recording.api");
    assertThat(imported.leftOut().get("other hosts than --host says")).hasSize(3);
  }

  /// Requests to the servers of others would be failures at another target.
  @Test
  void onlyRequestsToOneServerGoToAnotherTarget() throws Exception {
    Path file = Files.writeString(folder.resolve("a.har"), RECORDING);
    ForeignFile har = new ForeignFile(file, "a.har");
    Imported imported =
        Imported.of("http://127.0.0.1:81", plan -> HarImport.read(har, plan, List.of(), false));
    assertThat(imported.names()).containsExactly("recording.home", "recording.post-login");
    assertThat(imported.plan().target().address()).isEqualTo("http://127.0.0.1:81");
    assertThat(imported.leftOut())
        .containsEntry(
            "a request to https://cdn.example: only those to https://shop.example are taken",
            List.of("$.log.entries[2]"));
    List<String> hosts = List.of("shop.example", "cdn.example");
    Imported both =
        Imported.of("http://127.0.0.1:81", plan -> HarImport.read(har, plan, hosts, false));
    assertThat(both.names())
        .containsExactly("recording.home", "recording.api", "recording.post-login");
    assertThat(both.leftOut())
        .containsEntry(
            "requests to other servers than https://shop.example: they go to --target too",
            List.of("$.log.entries[2]"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | a.har: not a HAR file; it looks like an empty file",
        "<html> | a.har: not a HAR file; it looks like a page of HTML",
        "openapi: 3.0.0 | a.har: not a HAR file; it looks like an OpenAPI description (takt import openapi)",
        "{\"info\": {\"_postman_id\": \"x\"}} | a.har: not a HAR file; it looks like a collection of Postman (takt import postman)",
        "{\"log\": {\"entries\": []}} | a.har: it has no requests",
        "{\"log\": 1} | a.har: not a HAR file",
        "[1, 2 | a.har: not a HAR file; it looks like a JSON file",
      })
  void wrongFileIsRefusedByItsKind(String content, String message) {
    assertThatThrownBy(() -> read(content == null ? "" : content, false))
        .isInstanceOf(ImportException.class)
        .hasMessage(message);
  }

  @Test
  void cutFileIsTakenUpToTheCut() throws Exception {
    Imported imported = read(RECORDING.substring(0, RECORDING.indexOf("wss:")), false);
    assertThat(imported.names()).containsExactly("recording.home", "recording.post-login");
    assertThat(imported.leftOut()).containsKey("what comes after an error in the file: it was cut");
  }

  @Test
  void deepJsonIsRefused() {
    assertThatThrownBy(() -> read("[".repeat(100_000), false))
        .isInstanceOf(ImportException.class)
        .hasMessageStartingWith("a.har: not a HAR file");
    assertThatThrownBy(() -> read("{\"log\": {\n\"creator\":\n" + "[".repeat(1000), false))
        .isInstanceOf(ImportException.class)
        .hasMessage("a.har: line 3: nested deeper than 500 levels");
  }

  /// Bodies of answers are not kept.
  @Tag("slow")
  @Test
  void hugeRecordingIsRead() throws Exception {
    Path file = folder.resolve("huge.har");
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      String text = "x".repeat(1 << 20);
      out.write("{\"log\":{\"entries\":[");
      for (int i = 0; i < 200; i++) {
        out.write(
            (i > 0 ? "," : "")
                + "{\"request\":{\"method\":\"GET\",\"url\":\"http://x.example/"
                + i
                + "\"},"
                + "\"response\":{\"status\":200,\"content\":{\"text\":\""
                + text
                + "\"}}}");
      }
      out.write("]}}");
    }
    Imported imported =
        Imported.of(
            plan -> HarImport.read(new ForeignFile(file, "huge.har"), plan, List.of(), false));
    assertThat(imported.names()).hasSize(200);
  }
}
