/// The driver SPI: what a module brings so that Takt can drive a new kind of system.
@NullMarked
package dev.takt.load.driver;

import org.jspecify.annotations.NullMarked;
