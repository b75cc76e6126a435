package dev.takt.runs.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.takt.runs.model.Samples;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class JsonTextTest {

  private record Holder(Map<String, Object> values) {}

  @Test
  void isTheSameDocumentThatDatabindWouldWrite() {
    JsonMapper databind =
        JsonMapper.builder()
            .changeDefaultPropertyInclusion(i -> i.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();
    for (Record value :
        List.of(
            Samples.scheduled(),
            Samples.unscheduled(),
            Samples.started(),
            Samples.stalls(),
            Samples.finished(Samples.scheduled()))) {
      assertThat(databind.readTree(JsonText.of(value)))
          .isEqualTo(databind.readTree(databind.writeValueAsString(value)));
    }
  }

  @Test
  void writesEveryKindOfValueOfAPlan() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("text", "a \"quoted\" ü\n\u0001");
    values.put("numbers", List.of(1, -2L, 1.5, new BigDecimal("0.1")));
    values.put("yes", true);
    values.put("empty", Map.of());
    values.put("other", Duration.ofSeconds(20));
    values.put("file", Path.of("a", "b"));
    values.put("nothing", null);

    String text = JsonText.of(new Holder(values));

    assertThat(text)
        .isEqualTo(
            """
            {
              "values" : {
                "text" : "a \\"quoted\\" ü\\n\\u0001",
                "numbers" : [
                  1,
                  -2,
                  1.5,
                  0.1
                ],
                "yes" : true,
                "empty" : { },
                "other" : "PT20S",
                "file" : "a/b"
              }
            }
            """);
  }
}
