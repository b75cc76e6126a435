package dev.takt.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/// A test whose assertions compare times or need the scheduler to run threads promptly.
///
/// The build runs these tests apart from all others. One that fails is run again, twice at most,
/// and each rerun is counted. If other processes kept the machine busy meanwhile, a failed
/// assertion decides nothing: the test is skipped, with the figures of the machine.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@Tag("timing")
@ExtendWith(SkipOnBusyHost.class)
public @interface Timing {}
