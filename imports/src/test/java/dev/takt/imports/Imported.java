package dev.takt.imports;

import dev.takt.imports.plan.ImportException;
import dev.takt.imports.plan.PlanDraft;
import dev.takt.lab.InstalledDrivers;
import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanReader;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.driver.OperationSpec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a test imported.
///
/// @param yaml the plan
/// @param leftOut places by reasons
/// @param needed the variables to set
public record Imported(String yaml, Map<String, List<String>> leftOut, Map<String, String> needed) {

  /// Fills a plan.
  public interface Source {
    void addTo(PlanDraft plan) throws ImportException;
  }

  public static Imported of(Source source) throws ImportException {
    return of(null, source);
  }

  public static Imported of(@Nullable String target, Source source) throws ImportException {
    PlanDraft plan = new PlanDraft(target);
    source.addTo(plan);
    String yaml = plan.yaml("a test", null);
    return new Imported(yaml, plan.leftOut().places(), plan.needed());
  }

  /// The plan as `takt run` reads it, with `x` for all values of the environment.
  public Plan plan() {
    try {
      return new PlanReader(InstalledDrivers.load())
          .read("plan", yaml.replaceAll("(?<!\\{)\\{env\\.\\w+}", "x"));
    } catch (PlanException e) {
      throw new AssertionError(yaml, e);
    }
  }

  /// The operations or steps, by their names.
  public Map<String, Object> operation(String name) {
    return plan().target().operations().stream()
        .filter(each -> each.name().equals(name))
        .map(OperationSpec::properties)
        .findFirst()
        .orElseThrow(() -> new AssertionError(yaml));
  }

  public List<String> names() {
    return plan().operationNames();
  }
}
