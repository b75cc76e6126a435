package dev.takt.load.plan;

import dev.takt.load.driver.DriverProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads plans: a file, flags over it, and defaults under both.
///
/// Whatever is wrong is told at once, each with its place, not one thing at a time.
public final class PlanReader {

  private final List<DriverProvider> providers;

  /// A reader that knows these drivers.
  public PlanReader(List<DriverProvider> providers) {
    this.providers = List.copyOf(providers);
  }

  /// The plan that a file and flags describe together.
  ///
  /// @param file a plan in YAML, or null for none
  /// @param flags values by key, in place of those of the file; several values make a list
  /// @throws PlanException with everything that is wrong
  public Plan read(@Nullable Path file, Map<String, List<String>> flags) throws PlanException {
    Problems problems = new Problems();
    Settings settings = new Settings(problems);
    if (file != null) {
      settings.addFile(YamlTree.parse(file.toString(), PlanFile.text(file)));
    }
    settings.addFlags(flags);
    return new PlanBuilder(settings, problems, providers, folderOf(file)).build();
  }

  /// Files that a plan names are beside it.
  private static Path folderOf(@Nullable Path file) {
    Path parent = file == null ? null : file.getParent();
    return parent == null ? Path.of("") : parent;
  }

  /// The plan that a text describes.
  ///
  /// @param source what problems call the text
  /// @throws PlanException with everything that is wrong
  public Plan read(String source, String yaml) throws PlanException {
    Problems problems = new Problems();
    Settings settings = new Settings(problems);
    settings.addFile(YamlTree.parse(source, yaml));
    return new PlanBuilder(settings, problems, providers, Path.of("")).build();
  }
}
