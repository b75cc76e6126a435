package dev.takt.driver.sim;

import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import java.util.List;
import java.util.Map;

/// Registers the simulated targets. A target is configured completely by its text:
///
/// - `sim:delay=4ms`, with `,random` uniform from 0 to 4 ms; `sim:delay=0` completes immediately
/// - `sim:four-mode`, with `awesome`, `good`, `minor` and `stw` (ranges such as `stw=50ms..200ms`)
///   and `p-good`, `p-minor` and `p-stw` (shares such as `p-stw=0.0001`)
/// - `sim:mm1,service=1ms`, `sim:md1,service=1ms`, `sim:mmc,service=1ms,servers=4`
/// - `sim:store`, records in memory for a key-value workload: a run starts with all records loaded;
///   `name=shop` starts empty and lives as long as the process
/// - `sim:stall,every=2s,for=200ms,service=100us`
///
/// and for each of them `error=0.01` and `hang=0.001` (shares of operations that fail or are never
/// answered), `form=blocking` or `form=async`, and with the latter `clock=virtual`.
public final class SimDriverProvider implements DriverProvider {

  /// For [java.util.ServiceLoader].
  public SimDriverProvider() {}

  @Override
  public String name() {
    return "sim";
  }

  @Override
  public boolean accepts(String target) {
    return target.startsWith(SimTarget.PREFIX);
  }

  @Override
  public String targetForm() {
    return "sim:SYSTEM[,error=SHARE][,hang=SHARE][,form=async]: "
        + SystemKind.examples()
        + ", "
        + StoreTarget.FORM;
  }

  @Override
  public boolean drivesKeyValues() {
    return true;
  }

  @Override
  public List<Property> targetProperties() {
    return List.of();
  }

  @Override
  public List<Property> operationProperties() {
    return List.of();
  }

  @Override
  public List<OperationSpec> defaultOperations(String target) {
    return List.of(new OperationSpec("read", 1, Map.of()));
  }

  @Override
  public List<PropertyProblem> check(DriverRequest request) {
    if (StoreTarget.matches(request.target())) {
      return problems(checkStore(request));
    }
    return problems(parsed(request).problems());
  }

  private static List<String> checkStore(DriverRequest request) {
    StoreTarget target = StoreTarget.parse(request.target());
    String refusal = target.problemWith(request);
    return refusal == null || !target.problems().isEmpty() ? target.problems() : List.of(refusal);
  }

  private static List<PropertyProblem> problems(List<String> texts) {
    return texts.stream().map(text -> new PropertyProblem(-1, "target", text)).toList();
  }

  @Override
  public Driver open(DriverRequest request) throws DriverException {
    if (StoreTarget.matches(request.target()) && request.workload().keyValues() != null) {
      return new StoreDriver(
          StoreTarget.parse(request.target()),
          request.workload().keyValues(),
          request.workload().seed());
    }
    SimTarget target = parsed(request);
    if (!target.problems().isEmpty()) {
      throw new DriverException(request.target() + ": " + String.join("; ", target.problems()));
    }
    long timeoutNanos = Timeouts.nanosOf(request.timeout());
    String description = "simulated system " + request.target();
    // An event loop enforces the timeout itself; a sleeping thread must be woken by the driver.
    return target.isAsync()
        ? new AsyncSimDriver(target.system(), description, target.isVirtual())
        : new BlockingSimDriver(target.system(), description, timeoutNanos);
  }

  private static SimTarget parsed(DriverRequest request) {
    return SimTarget.parse(request.target(), request.workload().seed(), request.concurrency());
  }
}
