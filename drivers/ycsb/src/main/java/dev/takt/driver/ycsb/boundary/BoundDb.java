package dev.takt.driver.ycsb.boundary;

import dev.takt.load.driver.Outcome;

/// One instance of a binding's class, with the request that it makes its operations of. Used by the
/// one thread that called [#init].
public interface BoundDb {

  /// Starts the binding.
  void init() throws Exception;

  /// Makes up key, fields and values of operation `n`, so that its call need not. To prepare the
  /// same again does nothing.
  ///
  /// @param operation the index of the operation in the plan
  void prepare(int operation, long n);

  /// Does the operation that was prepared last, and waits for its end. May throw whatever the
  /// binding does.
  Outcome execute() throws Exception;

  /// Ends the binding.
  void cleanup() throws Exception;
}
