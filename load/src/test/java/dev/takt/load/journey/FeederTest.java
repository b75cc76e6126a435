package dev.takt.load.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Files of users, and which row each user has.
class FeederTest {

  @TempDir private Path folder;

  private static UserFile parse(String text) throws UserFileException {
    return UserFile.parse("u.csv", text);
  }

  @Test
  void readsTheFormOfTheStandard() throws UserFileException {
    UserFile file =
        parse(
            "\uFEFFname, pass-word\r\nanna,\"p,\"\"w\"\"\"\r\n\r\n\"two\r\nlines\",\nö,x\n\"\",\"\"");
    assertThat(file.columns()).containsExactly("name", "pass-word");
    assertThat(file.rows())
        .containsExactly(
            List.of("anna", "p,\"w\""),
            List.of("two\r\nlines", ""),
            List.of("ö", "x"),
            List.of("", ""));
  }

  /// Machines compare their files by it.
  @Test
  void digestIsThatOfColumnsAndRows() throws UserFileException {
    String digest = digest("a,b\nc,d\n");
    assertThat(digest).hasSize(64).isEqualTo(digest("a,b\r\n\r\n\"c\",d"));
    assertThat(List.of("a,b\nc,e\n", "a,b\nc,d\nc,d\n", "a,b\nd,c\n", "a,x\nc,d\n", "a\nb\nc\nd\n"))
        .allSatisfy(each -> assertThat(digest(each)).isNotEqualTo(digest));
    assertThat(digest("a\nbc\nd\n")).isNotEqualTo(digest("a\nb\ncd\n"));
  }

  private static String digest(String text) throws UserFileException {
    return Feeder.of(parse(text), Feeder.Pick.UNIQUE).digest();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | u.csv:1: the file is empty",
        "`\n\n` | u.csv:1: the file is empty",
        "`name,age\n` | u.csv:2: there are no rows below the header",
        "`name,age\na,1\nb\n` | u.csv:3: expected 2 values, as the header has, found 1",
        "`name\na,1\n` | u.csv:2: expected 1 values, as the header has, found 2",
        "`name,name\na,b` | u.csv:1: two columns are named \"name\"",
        "`name,\na,b` | u.csv:1: expected the names of the columns",
        "`1,2\na,b` | u.csv:1: expected the names of the columns",
        "`name,age\na,\"1\nb,2\n` | u.csv:2:3: a quote is not closed",
        "`name,age\na,x\"1\"\n` | u.csv:2:4: a quote inside a value",
        "`name,age\n\"a\"b,1\n` | u.csv:2:4: expected a comma or the end of the line",
      })
  void whatIsNoCsvHasLineAndColumn(String text, String message) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(UserFileException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void readsAnObjectOnEachLine() throws UserFileException {
    UserFile file =
        UserFile.parse(
            "u.jsonl",
            "\uFEFF{\"name\": \"anna\", \"age\": 1.50, \"vip\": true}\r\n\n"
                + "{\"vip\":false,\"name\":\"\u00f6 \\u00e9\\\"\\n\",\"age\":12345678901234567890}");
    assertThat(file.columns()).containsExactly("name", "age", "vip");
    assertThat(file.rows())
        .containsExactly(
            List.of("anna", "1.50", "true"),
            List.of("\u00f6 \u00e9\"\n", "12345678901234567890", "false"));
    assertThat(UserFile.parse("users", "\n {\"a\": \"\"}\n").rows()).containsExactly(List.of(""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | u.jsonl:1: the file is empty",
        "`\n\n` | u.jsonl:1: the file is empty",
        "`{\"a\":1}\n{\"b\":1}` | u.jsonl:2: has no \"a\", which line 1 has",
        "`{\"a\":1}\n\n{\"a\":1,\"b\":1}` | u.jsonl:3: has \"b\", which line 1 has not",
        "`{\"a\":1}\n[1]` | u.jsonl:2:1: expected an object on each line",
        "`name,age\na,1` | u.jsonl:1:1: no JSON object on one line: Unrecognized token 'name'",
        "`{\"a\":1}\n{\"a\": {\"b\": 1}}` | u.jsonl:2:7: \"a\" is an object: expected a text",
        "`{\"a\": [1]}` | u.jsonl:1:7: \"a\" is a list: expected a text",
        "`{\"a\": null}` | u.jsonl:1:7: \"a\" is null: expected a text",
        "`{\"a\":1,\"a\":2}` | u.jsonl:1:12: two values are named \"a\"",
        "`{\"a b\":1}` | u.jsonl:1:2: expected a name of letters",
        "`{}` | u.jsonl:1:2: the object is empty",
        "`{\"a\":1} {\"a\":2}` | u.jsonl:1:9: there is more after the object",
        "`{\n\"a\":1}` | u.jsonl:1:2: no JSON object on one line: Unexpected end-of-input",
        "`{\"a\":01}` | u.jsonl:1:7: no JSON object on one line: Invalid numeric value",
      })
  void whatIsNoJsonLineHasLineAndColumn(String text, String message) {
    assertThatThrownBy(() -> UserFile.parse("u.jsonl", text))
        .isInstanceOf(UserFileException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void filesThatCannotBeReadAreNamed() throws Exception {
    Path absent = folder.resolve("absent.csv");
    assertThatThrownBy(() -> UserFile.read(absent)).hasMessage(absent + ": there is no such file");
    assertThatThrownBy(() -> UserFile.read(folder)).hasMessageContaining("is a directory");
    Path binary = Files.write(folder.resolve("b.csv"), new byte[] {'a', '\n', (byte) 0xFF});
    assertThatThrownBy(() -> UserFile.read(binary))
        .hasMessage(binary + ": not text in UTF-8: expected CSV or JSON lines");
  }

  private static String name(Feeder feeder, long seed, long number) {
    return new String(feeder.row(seed, number)[0], StandardCharsets.UTF_8);
  }

  @Test
  void rowsArePickedInTurnOrByTheSeed() throws UserFileException {
    UserFile file = parse("name\na\nb\nc\nd\n");
    Feeder sequential = Feeder.of(file, Feeder.Pick.SEQUENTIAL);
    assertThat(sequential.capacity()).isEqualTo(Long.MAX_VALUE);
    for (int i = 0; i < 12; i++) {
      assertThat(name(sequential, 5, i)).isEqualTo(List.of("a", "b", "c", "d").get(i % 4));
    }
    Feeder unique = Feeder.of(file, Feeder.Pick.UNIQUE);
    assertThat(unique.capacity()).isEqualTo(4);
    assertThat(name(unique, 5, 3)).isEqualTo("d");
    Feeder random = Feeder.of(file, Feeder.Pick.RANDOM);
    int[] counts = new int[4];
    for (int i = 0; i < 40_000; i++) {
      String name = name(random, 5, i);
      assertThat(name(random, 5, i)).isEqualTo(name);
      counts[name.charAt(0) - 'a']++;
    }
    // 10,000 each, with a standard deviation of 87.
    assertThat(Arrays.stream(counts).min().orElseThrow()).isGreaterThan(9_600);
    assertThat(name(random, 6, 0) + name(random, 6, 1) + name(random, 6, 2) + name(random, 6, 3))
        .isNotEqualTo(
            name(random, 5, 0) + name(random, 5, 1) + name(random, 5, 2) + name(random, 5, 3));
  }
}
