package dev.takt.load.wire;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.WireDriver;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests that run once over epoll and once over NIO.
@ParameterizedClass
@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
abstract class EachTransport {

  @Parameter TransportKind kind = TransportKind.AUTO;

  Caller caller(WireDriver driver, int connections) throws DriverException {
    return new Caller(connect(driver, connections));
  }

  WireTransport connect(WireDriver driver, int connections) throws DriverException {
    return WireTransport.connect(driver, 0, connections, kind);
  }

  Caller callerOfItself(WireDriver driver, int slots) {
    return new Caller(WireTransport.toItself(driver, slots, kind));
  }
}
