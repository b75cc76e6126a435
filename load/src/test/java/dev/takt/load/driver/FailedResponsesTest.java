package dev.takt.load.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailedResponsesTest {

  @TempDir private Path run;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void firstAnswerOfEachKindIsKept() throws IOException {
    FailedResponses answers = new FailedResponses(run);
    assertThat(answers.files()).isEmpty();
    assertThat(run).isEmptyDirectory();
    assertThat(answers.wants("status 404")).isTrue();
    answers.keep("status 404", bytes("first"));
    assertThat(answers.wants("status 404")).isFalse();
    answers.keep("status 404", bytes("second"));
    answers.keep("status 500", bytes("other"));

    assertThat(answers.files())
        .isEqualTo(
            Map.of(
                "status 404", "failures/status-404.txt", "status 500", "failures/status-500.txt"));
    assertThat(run.resolve("failures/status-404.txt")).hasContent("first");
    assertThat(run.resolve("failures/status-500.txt")).hasContent("other");
  }

  @Test
  void namesAreSafeAndDiffer() {
    FailedResponses answers = new FailedResponses(run);
    answers.keep("status 302 to /a/b", bytes("1"));
    answers.keep("status 302 to /a-b", bytes("2"));
    answers.keep("../../etc/passwd", bytes("3"));
    answers.keep("…\u0000\n", bytes("4"));
    answers.keep("x".repeat(300), bytes("5"));

    assertThat(answers.files().values())
        .containsExactlyInAnyOrder(
            "failures/status-302-to-a-b.txt",
            "failures/status-302-to-a-b-2.txt",
            "failures/etc-passwd.txt",
            "failures/failure.txt",
            "failures/" + "x".repeat(60) + ".txt");
  }

  @Test
  void kindsAreBounded() {
    FailedResponses answers = new FailedResponses(run);
    for (int i = 0; i < 1000; i++) {
      answers.keep("kind " + i, bytes("x"));
    }
    assertThat(answers.files()).hasSize(FailedResponses.MAX_KINDS);
    assertThat(answers.wants("kind 999")).isFalse();
  }

  @Test
  void fileThatCannotBeWrittenIsLeftOut() throws IOException {
    Files.writeString(run.resolve("failures"), "a file is in the way");
    FailedResponses answers = new FailedResponses(run);
    answers.keep("status 404", bytes("x"));
    assertThat(answers.files()).isEmpty();
  }
}
