package dev.takt.driver.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.takt.driver.sim.model.SimulatedSystem;
import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.WorkloadSpec;
import dev.takt.load.workload.Generators;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimDriverProviderTest {

  private final DriverProvider provider = new SimDriverProvider();

  @Test
  void isFoundByTheServiceLoader() {
    assertThat(ServiceLoader.load(DriverProvider.class))
        .anyMatch(found -> found instanceof SimDriverProvider && found.name().equals("sim"));
  }

  @Test
  void acceptsSimulatedTargetsOnly() {
    assertThat(provider.accepts("sim:delay=4ms")).isTrue();
    assertThat(provider.accepts("simulated:delay=4ms")).isFalse();
    assertThat(provider.accepts("http://127.0.0.1/")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sim:delay=4ms",
        "sim:delay=4ms,random",
        "sim:random,delay=4ms",
        "sim:delay=0",
        "sim:delay=1.5ms, error=0.01",
        "sim:four-mode",
        "sim:four-mode,stw=50ms..200ms,p-stw=0.0001,awesome=1us",
        "sim:mm1,service=1ms",
        "sim:md1,service=1ms",
        "sim:mmc,service=1ms,servers=4",
        "sim:stall,every=2s,for=200ms,service=100us",
        "sim:error=0.01,delay=1ms",
        "sim:hang=0.001",
        "sim:mm1,service=1ms,form=async",
        "sim:mm1,service=1ms,form=async,clock=virtual",
      })
  void understands(String target) throws DriverException {
    assertThat(provider.check(request(target))).isEmpty();
    try (Driver driver = provider.open(request(target))) {
      assertThat(driver.describe()).contains(target);
      assertThat(driver)
          .isInstanceOf(target.contains("async") ? AsyncDriver.class : BlockingDriver.class);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "sim: | names no simulated system; expected one of sim:delay=4ms",
        "sim:five-mode | unknown simulated system 'five-mode'; expected one of sim:delay=4ms",
        "sim:dealy=4ms | unknown parameter 'dealy'; expected one of clock, delay, error, form, hang, random",
        "sim:delay=4 | delay: duration \"4\" has no unit",
        "sim:delay=4 parsecs | delay: duration \"4 parsecs\" is not understood",
        "sim:delay= | delay: duration \"\" is not understood",
        "sim:delay=8761h | delay: '8761h' is longer than 365 days",
        "sim:delay=1ms,delay=2ms | 'delay' is given twice",
        "sim:delay=1ms,random=yes | random: takes no value, but has 'yes'",
        "sim:delay=1ms,error=2 | error: '2' is not a share; write a number from 0 to 1",
        "sim:delay=1ms,hang=often | hang: 'often' is not a share",
        "sim:mm1 | 'service' is missing, such as service=1ms",
        "sim:mm1,service=0 | service: must be more than 0",
        "sim:mmc,service=1ms | 'servers' is missing, such as servers=4",
        "sim:mmc,service=1ms,servers=0 | servers: '0' is not a whole number from 1 to 1000000",
        "sim:four-mode,stw=200ms..50ms | stw: the range '200ms..50ms' begins after its end",
        "sim:four-mode,p-stw=0.99 | p-good, p-minor and p-stw add up to more than 1",
        "sim:stall,every=1s,for=1s | for: must be less than every",
        "sim:delay=0,form=coroutine | form: must be blocking or async, not 'coroutine'",
        "sim:delay=0,clock=virtual | clock=virtual needs form=async",
      })
  void saysWhatIsWrong(String target, String problem) {
    assertThat(provider.check(request(target)))
        .singleElement()
        .satisfies(found -> assertThat(found.message()).startsWith(problem))
        .returns("target", PropertyProblem::property)
        .returns(-1, PropertyProblem::operation);
    assertThatExceptionOfType(DriverException.class)
        .isThrownBy(() -> provider.open(request(target)))
        .withMessageContaining(problem);
  }

  @Test
  void allProblemsAreReportedTogether() {
    assertThat(provider.check(request("sim:mmc,service=1,error=x,foo=bar"))).hasSize(4);
  }

  @Test
  void parsedTargetIsSimulated() {
    SimulatedSystem delay = system("sim:delay=4ms");
    assertThat(delay.arrive(1000, 0)).isEqualTo(4_001_000);
    SimulatedSystem queue = system("sim:md1,service=10us");
    assertThat(queue.arrive(0, 0)).isEqualTo(10_000);
    assertThat(queue.arrive(0, 1)).isEqualTo(20_000);
    SimulatedSystem two = system("sim:mmc,service=1s,servers=2");
    long first = two.arrive(0, 0);
    long second = two.arrive(0, 1);
    assertThat(two.arrive(0, 2)).isGreaterThan(Math.min(first, second));
    SimulatedSystem stopped = system("sim:four-mode,p-stw=1,p-good=0,p-minor=0,stw=7ms");
    assertThat(stopped.realTimeOf(stopped.arrive(0, 0))).isEqualTo(7_000_001);
    SimulatedSystem stall = system("sim:stall,every=2s,for=200ms,service=100us");
    assertThat(stall.arrive(0, 0)).isEqualTo(100_000);
    assertThat(stall.arrive(1_000_000_000, 1)).isEqualTo(1_100_100_000);
    assertThat(system("sim:hang=1").arrive(0, 0)).isEqualTo(SimulatedSystem.NEVER);
    assertThat(system("sim:error=1").outcomeOf(0).isOk()).isFalse();
  }

  private static SimulatedSystem system(String target) {
    SimTarget parsed = SimTarget.parse(target, 1, 1);
    assertThat(parsed.problems()).isEmpty();
    return parsed.system();
  }

  private static DriverRequest request(String target) {
    return new DriverRequest(
        target,
        Map.of(),
        new WorkloadSpec(List.of(), Generators.NONE, null, 1),
        null,
        4,
        Path.of("target"),
        message -> {});
  }
}
