package dev.takt.cassandra.stress.profile;

import dev.takt.load.config.source.Origin;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.config.source.PlanProblem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The profiles of a run. Immutable.
public record Profiles(List<Profile> profiles) {

  static final String INSERT = "insert";
  static final String VALIDATE = "validate";

  public Profiles {
    profiles = List.copyOf(profiles);
  }

  /// Reads profiles.
  ///
  /// @param locations files or URLs, at least one
  /// @param folder what file names are relative to
  /// @throws PlanException with all problems, if one cannot be read or is not valid, or two have
  ///   the same name
  public static Profiles read(List<String> locations, Path folder) throws PlanException {
    List<Profile> profiles = new ArrayList<>();
    List<PlanProblem> problems = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (String location : locations) {
      try {
        ProfileText text = ProfileText.read(location, folder);
        Profile profile = ProfileParser.parse(text.source(), text.text());
        profiles.add(profile);
        if (!names.add(profile.specName().toLowerCase(Locale.ROOT))) {
          problems.add(
              Origin.flag(text.source())
                  .problem("specname", "another profile is called " + profile.specName()));
        }
      } catch (PlanException e) {
        problems.addAll(e.problems());
      }
    }
    if (!problems.isEmpty()) {
      throw new PlanException(problems);
    }
    return new Profiles(profiles);
  }

  /// The operation that `ops()` calls so: its name, in any case, after the name of its profile and
  /// a dot. If there is one profile, the name of the profile can be missing. `insert` and
  /// `validate` are never queries, even if a query has that name, as in cassandra-stress.
  public Optional<ProfileOperation> operation(String name) {
    return profiles.stream()
        .flatMap(profile ->
            operations(profile).filter(each -> names(each).anyMatch(name::equalsIgnoreCase)))
        .findFirst();
  }

  /// What `ops()` can have.
  public List<String> operationNames() {
    return profiles.stream()
        .flatMap(profile -> operations(profile).flatMap(each -> names(each).limit(1)))
        .distinct()
        .toList();
  }

  private Stream<String> names(ProfileOperation operation) {
    String qualified = operation.profile().specName() + "." + operation.name();
    return profiles.size() == 1 ? Stream.of(operation.name(), qualified) : Stream.of(qualified);
  }

  private static Stream<ProfileOperation> operations(Profile profile) {
    return Stream.of(
            Stream.of(new ProfileOperation.Insert(profile), new ProfileOperation.Validate(profile)),
            profile.queries().values().stream()
                .map(each -> new ProfileOperation.Execute(profile, each)),
            profile.tokenRangeQueries().values().stream()
                .map(each -> new ProfileOperation.TokenRanges(profile, each)))
        .flatMap(each -> each);
  }
}
