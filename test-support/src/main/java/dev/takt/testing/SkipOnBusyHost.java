package dev.takt.testing;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/// Measures the host during each test, and skips a test that failed while the host was busy.
final class SkipOnBusyHost implements BeforeEachCallback, TestExecutionExceptionHandler {

  private static final Namespace NAMESPACE = Namespace.create(SkipOnBusyHost.class);

  @Override
  public void beforeEach(ExtensionContext context) {
    // The store closes the meter after the test.
    context.getStore(NAMESPACE).put(HostMeter.class, new HostMeter());
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    HostMeter host = context.getStore(NAMESPACE).get(HostMeter.class, HostMeter.class);
    if (failure instanceof AssertionError && host != null) {
      host.skipIfBusy(failure);
    }
    throw failure;
  }
}
