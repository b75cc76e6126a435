package dev.takt.load.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The examples of RFC 9535, sections 1.5 and 2, for the selectors that are supported.
class JsonPathTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final String BOOKS =
      """
      { "store": {
          "book": [
            { "category": "reference", "author": "Nigel Rees",
              "title": "Sayings of the Century", "price": 8.95 },
            { "category": "fiction", "author": "Evelyn Waugh",
              "title": "Sword of Honour", "price": 12.99 },
            { "category": "fiction", "author": "Herman Melville",
              "title": "Moby Dick", "isbn": "0-553-21311-3", "price": 8.99 }
          ],
          "bicycle": { "color": "red", "price": 399 }
      } }
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "$.store.book[*].author | [\"Nigel Rees\",\"Evelyn Waugh\",\"Herman Melville\"]",
        "$..author | [\"Nigel Rees\",\"Evelyn Waugh\",\"Herman Melville\"]",
        "$.store..price | [8.95,12.99,8.99,399]",
        "$..book[2].title | [\"Moby Dick\"]",
        "$..book[2].publisher | []",
        "$..book[-1].author | [\"Herman Melville\"]",
        "$['store']['bicycle'][\"color\"] | [\"red\"]",
        "$.store.bicycle.* | [\"red\",399]",
        "$.store.bicycle[0] | []",
        "$.store.book.author | []",
        "$.store.book[3] | []",
        "$.store.book[-4] | []",
        "$.store.book[*].isbn | [\"0-553-21311-3\"]",
        "$.nothing | []",
      })
  void selectsAsTheStandardSays(String path, String expected) {
    assertThat(found(path, BOOKS)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "$.o['j j'] | {\"o\": {\"j j\": {\"k.k\": 3}}} | [{\"k.k\":3}]",
        "$.o['j j']['k.k'] | {\"o\": {\"j j\": {\"k.k\": 3}}} | [3]",
        "$['\\''] | {\"'\": 1} | [1]",
        "$ | 7 | [7]",
        "$[1] | [\"a\",\"b\"] | [\"b\"]",
        "$[-2] | [\"a\",\"b\"] | [\"a\"]",
        "$..[0] | {\"o\": {\"k\": [1, [2]]}} | [1,2]",
        "$..j | {\"o\": {\"j\": 1, \"k\": 2}, \"a\": [5, 3, [{\"j\": 4}, {\"k\": 6}]]} | [1,4]",
        "$.a | {\"a\": null} | [null]",
        "$.ä_1 | {\"ä_1\": true} | [true]",
      })
  void selectsFromAnyDocument(String path, String document, String expected) {
    assertThat(found(path, document)).isEqualTo(expected);
  }

  private static String found(String path, String document) {
    JsonNode root = JSON.readTree(document);
    return JSON.writeValueAsString(JsonPath.parse(path).find(root));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "store | column 1: expected $",
        "$store | column 2: expected . or [",
        "$. | column 3: expected a name or *",
        "$.9a | column 3: expected a name or *",
        "$[?@.price < 10] | column 3: filters are not supported",
        "$[0:2] | column 4: slices and lists",
        "$[0,1] | column 4: slices and lists",
        "$['a','b'] | column 6: slices and lists",
        "$['a | column 5: a quote is not closed",
        "$[x] | column 3: expected a name in quotes, a number or *",
        "$[99999999999] | expected a name in quotes, a number or *",
        "$[0 | column 4: expected ]",
        "$.a b | column 4: expected . or [",
      })
  void whatIsNotSupportedIsRefusedWithItsColumn(String path, String message) {
    assertThatThrownBy(() -> JsonPath.parse(path))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
