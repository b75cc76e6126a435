package dev.takt.driver.cql.result;

/// The kinds of RESULT messages, as their numbers.
public final class ResultKind {

  public static final int VOID = 1;
  public static final int ROWS = 2;
  public static final int SET_KEYSPACE = 3;
  public static final int PREPARED = 4;
  public static final int SCHEMA_CHANGE = 5;

  private ResultKind() {}
}
