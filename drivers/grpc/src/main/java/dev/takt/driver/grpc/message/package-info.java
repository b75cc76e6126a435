/// Messages of Protocol Buffers: JSON templates that are compiled before a run, and answers as
/// values.
@NullMarked
package dev.takt.driver.grpc.message;

import org.jspecify.annotations.NullMarked;
