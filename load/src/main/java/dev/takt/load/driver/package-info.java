/// The driver SPI: what a module implements so that Takt can drive a new kind of system.
@NullMarked
package dev.takt.load.driver;

import org.jspecify.annotations.NullMarked;
