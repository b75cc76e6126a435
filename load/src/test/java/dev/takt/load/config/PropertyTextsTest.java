package dev.takt.load.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.driver.DriverProvider;
import java.util.List;
import org.junit.jupiter.api.Test;

class PropertyTextsTest {

  private static final DriverProvider EXEC = provider("exec", "exit codes");
  private static final DriverProvider HTTP = provider("http", "statuses");
  private static final DriverProvider DEMO = provider("demo", "statuses");

  private static DriverProvider provider(String name, String text) {
    return new FakeProvider() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public List<Property> operationProperties() {
        return List.of(new Property("expect", Type.STRING, text));
      }
    };
  }

  @Test
  void whatSeveralDriversKnowSaysWhatItIsToEach() {
    List<DriverProvider> all = List.of(EXEC, HTTP, DEMO);
    assertThat(new PropertyTexts(all).named("expect"))
        .isEqualTo("exec: exit codes; http, demo: statuses");
    assertThat(new PropertyTexts(all).brief("expect"))
        .isEqualTo(new PropertyTexts(all).named("expect"));
  }

  @Test
  void namesAreLeftOutWhereAllSayTheSame() {
    assertThat(new PropertyTexts(List.of(HTTP, DEMO)).brief("expect")).isEqualTo("statuses");
    assertThat(new PropertyTexts(List.of(HTTP, DEMO)).named("expect"))
        .isEqualTo("http, demo: statuses");
    assertThat(new PropertyTexts(List.of(EXEC)).brief("expect")).isEqualTo("exit codes");
  }
}
