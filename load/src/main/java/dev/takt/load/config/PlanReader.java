package dev.takt.load.config;

import dev.takt.load.config.source.PlanException;
import dev.takt.load.config.source.PlanFile;
import dev.takt.load.config.source.Problems;
import dev.takt.load.config.source.Settings;
import dev.takt.load.config.source.YamlTree;
import dev.takt.load.driver.DriverProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads plans. Flags override environment variables, these the file, and the file the defaults.
///
/// Reports all problems at once, each with its position.
public final class PlanReader {

  private final List<DriverProvider> providers;
  private final boolean isForFleet;

  /// Creates a reader that knows these drivers.
  public PlanReader(List<DriverProvider> providers) {
    this(providers, false);
  }

  private PlanReader(List<DriverProvider> providers, boolean isForFleet) {
    this.providers = List.copyOf(providers);
    this.isForFleet = isForFleet;
  }

  /// A reader of plans that several machines execute together: whether each of them has enough
  /// connections is not known before their number is. See [Plan#shortageOn].
  public PlanReader forFleet() {
    return new PlanReader(providers, true);
  }

  /// Reads the plan that a file and flags define together.
  ///
  /// @param file a plan in YAML, or null for none
  /// @param flags values by key, which override those of the file; several values make a list
  /// @throws PlanException with all problems
  public Plan read(@Nullable Path file, Map<String, List<String>> flags) throws PlanException {
    return read(file, Map.of(), flags).plan();
  }

  /// Reads the plan that a file, environment variables and flags define together.
  ///
  /// @param environment variables by name, of which only those of plan keys count
  /// @throws PlanException with all problems
  public SourcedPlan read(
      @Nullable Path file, Map<String, String> environment, Map<String, List<String>> flags)
      throws PlanException {
    Problems problems = new Problems();
    Settings settings = new Settings(problems);
    if (file != null) {
      settings.addFile(YamlTree.parse(file.toString(), PlanFile.text(file)));
    }
    settings.addEnvironment(environment);
    settings.addFlags(flags);
    Plan plan = new PlanBuilder(settings, problems, providers, folderOf(file), isForFleet).build();
    return SourcedPlan.of(plan, settings);
  }

  /// File names in a plan are relative to the plan's folder.
  private static Path folderOf(@Nullable Path file) {
    Path parent = file == null ? null : file.getParent();
    return parent == null ? Path.of("") : parent;
  }

  /// Parses a plan.
  ///
  /// @param source name of the text in problems
  /// @throws PlanException with all problems
  public Plan read(String source, String yaml) throws PlanException {
    Problems problems = new Problems();
    Settings settings = new Settings(problems);
    settings.addFile(YamlTree.parse(source, yaml));
    return new PlanBuilder(settings, problems, providers, Path.of(""), isForFleet).build();
  }
}
