package dev.takt.cassandra.stress.profile;

/// An operation that `ops()` can have.
public sealed interface ProfileOperation {

  Profile profile();

  /// Its name without that of the profile, in lower case.
  String name();

  /// Writes rows.
  record Insert(Profile profile) implements ProfileOperation {
    @Override
    public String name() {
      return Profiles.INSERT;
    }
  }

  /// Reads rows of a partition, and compares their values.
  record Validate(Profile profile) implements ProfileOperation {
    @Override
    public String name() {
      return Profiles.VALIDATE;
    }
  }

  /// Executes a statement of the profile.
  record Execute(Profile profile, Query query) implements ProfileOperation {
    @Override
    public String name() {
      return query.name();
    }
  }

  /// Reads the table, a page at a time.
  record TokenRanges(Profile profile, TokenRangeQuery query) implements ProfileOperation {
    @Override
    public String name() {
      return query.name();
    }
  }
}
