package org.apache.cassandra.security;

/// Stands before Cassandra's class of this name on the class path, for JVMs that have no security
/// manager any more. Cassandra's own confines user-defined functions, which are disabled.
public final class ThreadAwareSecurityManager {

  private ThreadAwareSecurityManager() {}

  /// Called when Cassandra starts.
  public static void install() {}
}
