package dev.takt.load.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.takt.load.config.source.PlanException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PlanSchemaTest {

  private static final List<dev.takt.load.driver.DriverProvider> PROVIDERS =
      List.of(new FakeProvider());
  private final JsonNode json = new JsonMapper().readTree(PlanSchema.json(PROVIDERS));
  private final Schema schema =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(PlanSchema.json(PROVIDERS), InputFormat.JSON);

  @Test
  void knowsEveryKeyAndEveryPropertyOfTheDrivers() {
    assertThat(json.get("properties").propertyNames())
        .contains("target", "rate", "fail-if", "operations", "user", "sql", "connect-timeout");
    assertThat(json.at("/properties/operations/items/properties").propertyNames())
        .containsExactly("name", "weight", "sql", "header", "expect-rows");
    assertThat(json.at("/properties/workers/default").asInt()).isEqualTo(16);
  }

  @Test
  void acceptsThePlanOfAllDefaults() throws PlanException {
    Plan plan = new PlanReader(PROVIDERS).read(null, Map.of());

    assertThat(schema.validate(PlanWriter.yaml(plan), InputFormat.YAML)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rate: 5/s",
        "rate: 5",
        "timeout: off",
        "duration: 1m30s",
        "schedule: [ramp 0/s..5/s 1s, hold 5/s 2s]",
        "operations: [{name: a, weight: 0.5, header: [x]}]",
        "fail-if: p99 > 1s",
      })
  void acceptsWhatTheReaderAccepts(String yaml) throws PlanException {
    assertThat(new PlanReader(PROVIDERS).read("p", yaml)).isNotNull();
    assertThat(schema.validate(yaml, InputFormat.YAML)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rat: 5/s",
        "duration: 20",
        "mode: fast",
        "workers: many",
        "operations: []",
        "operations: [{weight: 1}]",
        "operations: [{name: a b}]",
        "operations: [{name: a, weight: 0}]",
      })
  void refusesWhatTheReaderRefuses(String yaml) {
    assertThat(schema.validate(yaml, InputFormat.YAML)).isNotEmpty();
  }

  @Test
  void isTheSameEveryTime() {
    assertThat(PlanSchema.json(PROVIDERS)).isEqualTo(PlanSchema.json(PROVIDERS)).endsWith("}\n");
  }
}
