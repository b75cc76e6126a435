package dev.takt.driver.ycsb.boundary;

import dev.takt.load.driver.Outcome;

/// One instance of a binding's class, with the request that its operations are generated from.
/// Confined to the thread that called [#init].
public interface BindingInstance {

  /// Starts the binding.
  void init() throws Exception;

  /// Generates key, fields and values of operation `n`, so that [#execute] does not have to.
  /// Preparing the same operation again does nothing.
  ///
  /// @param operation the index of the operation in the plan
  void prepare(int operation, long n);

  /// Executes the operation that was prepared last and returns when it has ended. Throws what the
  /// binding throws.
  Outcome execute() throws Exception;

  /// Ends the binding.
  void cleanup() throws Exception;
}
